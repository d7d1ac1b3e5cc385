package dev.jubelet.cluster.x509;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;

/** Private keys in PEM texts: PKCS#8, RSA as in PKCS#1, elliptic curves as in SEC 1. */
public final class PrivateKeys {
  static final String RSA = "1.2.840.113549.1.1.1";
  static final String EC = "1.2.840.10045.2.1";
  static final String P256 = "1.2.840.10045.3.1.7";

  private static final int P256_BYTES = 32;
  private static final String SEC1 = "EC PRIVATE KEY";

  private PrivateKeys() {}

  /** The first private key of a text. */
  public static PrivateKey read(String pem) throws GeneralSecurityException {
    for (Pem.Block block : Pem.read(pem)) {
      switch (block.type()) {
        case "PRIVATE KEY" -> {
          return fromPkcs8(block.bytes());
        }
        case "RSA PRIVATE KEY" -> {
          return key("RSA", pkcs8(Der.sequence(Der.oid(RSA), Der.nothing()), block.bytes()));
        }
        case SEC1 -> {
          return key("EC", pkcs8(Der.sequence(Der.oid(EC), curve(block.bytes())), block.bytes()));
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new InvalidKeyException("the private key is encrypted, which is not supported");
        default -> {
          // Certificates, and the parameters that openssl puts before a key.
        }
      }
    }
    throw new InvalidKeyException("it has no private key");
  }

  /**
   * A key of {@link #write} with its other half, which stands in the same block.
   *
   * @throws GeneralSecurityException also for keys that others made
   */
  public static KeyPair pair(String pem) throws GeneralSecurityException {
    for (Pem.Block block : Pem.read(pem)) {
      if (block.type().equals(SEC1)) {
        DerReader key = parameters(block.bytes());
        byte[] curve = key.content(0xa0);
        byte[] bits = new DerReader(key.content(0xa1)).content(0x03);
        if (bits.length < 2) {
          throw damaged();
        }
        byte[] point = Arrays.copyOfRange(bits, 1, bits.length);
        byte[] open = Der.sequence(Der.sequence(Der.oid(EC), curve), Der.bits(point));
        return new KeyPair(
            KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(open)), read(pem));
      }
    }
    throw new InvalidKeyException("it has no private key of an elliptic curve");
  }

  /** A new key on the curve P-256. */
  public static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this Java has no P-256", impossible);
    }
  }

  /** A key of {@link #generate} in the form that the Go kubelet writes. */
  public static String write(KeyPair pair) {
    ECPrivateKey secret = (ECPrivateKey) pair.getPrivate();
    ECPoint point = ((ECPublicKey) pair.getPublic()).getW();
    byte[] open = new byte[1 + 2 * P256_BYTES];
    open[0] = 4;
    put(point.getAffineX(), open, 1);
    put(point.getAffineY(), open, 1 + P256_BYTES);
    byte[] number = new byte[P256_BYTES];
    put(secret.getS(), number, 0);
    return Pem.write(
        SEC1,
        Der.sequence(
            Der.integer(1),
            Der.octets(number),
            Der.tagged(0, Der.oid(P256)),
            Der.tagged(1, Der.bits(open))));
  }

  private static void put(BigInteger number, byte[] into, int at) {
    byte[] bytes = number.toByteArray();
    int skip = Math.max(0, bytes.length - P256_BYTES);
    int length = bytes.length - skip;
    System.arraycopy(bytes, skip, into, at + P256_BYTES - length, length);
  }

  private static PrivateKey fromPkcs8(byte[] der) throws GeneralSecurityException {
    for (String algorithm : List.of("EC", "RSA", "Ed25519")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (GeneralSecurityException another) {
        // The next algorithm may know it.
      }
    }
    throw damaged();
  }

  private static byte[] pkcs8(byte[] algorithm, byte[] key) {
    return Der.sequence(Der.integer(0), algorithm, Der.octets(key));
  }

  /** The curve that a SEC 1 key names. */
  private static byte[] curve(byte[] sec1) throws GeneralSecurityException {
    byte[] parameters = parameters(sec1).content(0xa0);
    if (new DerReader(parameters).nextTag() != 0x06) {
      throw damaged();
    }
    return parameters;
  }

  /** A SEC 1 key from its parameters on. */
  private static DerReader parameters(byte[] sec1) throws GeneralSecurityException {
    DerReader key = new DerReader(new DerReader(sec1).content(0x30));
    key.content(0x02);
    key.content(0x04);
    return key;
  }

  private static PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException broken) {
      throw damaged();
    }
  }

  /** Without the cause, whose message could tell something of the key. */
  private static InvalidKeyException damaged() {
    return new InvalidKeyException("the private key is damaged or of an unknown kind");
  }
}

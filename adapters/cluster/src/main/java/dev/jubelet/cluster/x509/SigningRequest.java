package dev.jubelet.cluster.x509;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Signature;

/** A request for a certificate (PKCS#10, RFC 2986). */
public final class SigningRequest {
  private static final String EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
  private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";

  private SigningRequest() {}

  /**
   * @param pair of {@link PrivateKeys#generate}
   */
  public static String pem(KeyPair pair, Subject subject) throws GeneralSecurityException {
    byte[] attributes =
        subject.hasAlternatives()
            ? Der.sequence(
                Der.oid(EXTENSION_REQUEST), Der.set(Der.sequence(subject.alternatives())))
            : new byte[0];
    byte[] content =
        Der.sequence(
            Der.integer(0),
            subject.name(),
            pair.getPublic().getEncoded(),
            Der.tagged(0, attributes));
    return Pem.write("CERTIFICATE REQUEST", signed(content, pair.getPrivate()));
  }

  /** The content, how it is signed, and the signature. */
  static byte[] signed(byte[] content, PrivateKey key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(key);
    signature.update(content);
    return Der.sequence(content, algorithm(), Der.bits(signature.sign()));
  }

  static byte[] algorithm() {
    return Der.sequence(Der.oid(ECDSA_SHA256));
  }
}

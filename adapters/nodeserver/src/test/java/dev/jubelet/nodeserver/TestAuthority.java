package dev.jubelet.nodeserver;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Signs certificates for tests: just enough DER for X.509 version 3. */
public final class TestAuthority {
  public enum Use {
    CLIENT("06082B06010505070302"),
    SERVER("06082B06010505070301"),
    AUTHORITY("");

    private final String oid;

    Use(String oid) {
      this.oid = oid;
    }
  }

  public record Issued(PrivateKey key, X509Certificate certificate) {}

  private static final String ECDSA_SHA256 = "300A06082A8648CE3D040302";
  private static final String CN = "0603550403";
  private static final String O = "060355040A";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static long serial = 1;

  private final String name;
  private final KeyPair keys = newKeys();
  private final X509Certificate certificate;

  public TestAuthority(String name) {
    this.name = name;
    this.certificate =
        sign(keys, name, List.of(), Use.AUTHORITY, Instant.now(), Duration.ofDays(3));
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public Issued issue(String cn, List<String> organisations, Use use) {
    return issue(cn, organisations, use, Instant.now());
  }

  /** Valid from two days before that moment to two days after it. */
  public Issued issue(String cn, List<String> organisations, Use use, Instant around) {
    KeyPair own = newKeys();
    return new Issued(
        own.getPrivate(), sign(own, cn, organisations, use, around, Duration.ofDays(2)));
  }

  private X509Certificate sign(
      KeyPair subject,
      String cn,
      List<String> organisations,
      Use use,
      Instant around,
      Duration margin) {
    try {
      byte[] tbs =
          sequence(
              tagged(0xA0, integer(2)),
              integer(nextSerial()),
              hex(ECDSA_SHA256),
              distinguished(name, List.of()),
              sequence(time(around.minus(margin)), time(around.plus(margin))),
              distinguished(cn, organisations),
              subject.getPublic().getEncoded(),
              tagged(0xA3, sequence(extension(use))));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(tbs);
      byte[] whole =
          sequence(tbs, hex(ECDSA_SHA256), der(0x03, join(new byte[1], signature.sign())));
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(whole));
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private static synchronized long nextSerial() {
    return serial++;
  }

  private static byte[] extension(Use use) {
    return use == Use.AUTHORITY
        // basicConstraints, critical: CA
        ? sequence(hex("0603551D13"), hex("0101FF"), der(0x04, hex("30030101FF")))
        : sequence(hex("0603551D25"), der(0x04, sequence(hex(use.oid))));
  }

  private static byte[] distinguished(String cn, List<String> organisations) {
    byte[] parts = new byte[0];
    for (String organisation : organisations) {
      parts = join(parts, attribute(O, organisation));
    }
    return sequence(cn.isEmpty() ? parts : join(parts, attribute(CN, cn)));
  }

  private static byte[] attribute(String oid, String value) {
    return der(0x31, sequence(hex(oid), der(0x0C, value.getBytes(StandardCharsets.UTF_8))));
  }

  private static byte[] time(Instant at) {
    return der(0x17, TIME.format(at).getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] integer(long value) {
    return der(0x02, BigInteger.valueOf(value).toByteArray());
  }

  private static byte[] tagged(int tag, byte[] content) {
    return der(tag, content);
  }

  private static byte[] sequence(byte[]... parts) {
    return der(0x30, join(parts));
  }

  private static byte[] der(int tag, byte[] content) {
    byte[] length =
        content.length < 128
            ? new byte[] {(byte) content.length}
            : content.length < 256
                ? new byte[] {(byte) 0x81, (byte) content.length}
                : new byte[] {(byte) 0x82, (byte) (content.length >> 8), (byte) content.length};
    return join(new byte[] {(byte) tag}, length, content);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] hex(String text) {
    return java.util.HexFormat.of().parseHex(text);
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException(broken);
    }
  }
}

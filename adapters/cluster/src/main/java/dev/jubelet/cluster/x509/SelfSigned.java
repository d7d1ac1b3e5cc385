package dev.jubelet.cluster.x509;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A certificate for which only its own key vouches. */
public final class SelfSigned {
  private static final String KEY_USAGE = "2.5.29.15";
  private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
  private static final String BASIC_CONSTRAINTS = "2.5.29.19";
  private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";

  // Clocks of others may be behind.
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final SecureRandom RANDOM = new SecureRandom();

  private SelfSigned() {}

  /** For a server of that name. */
  public static X509Certificate server(
      KeyPair pair, Subject subject, Instant from, Duration validity)
      throws GeneralSecurityException {
    List<byte[]> extensions = new ArrayList<>();
    // The bit of digital signatures is the first, the last seven are unused.
    extensions.add(critical(KEY_USAGE, Der.bits(new byte[] {(byte) 0x80}, 7)));
    extensions.add(
        Der.sequence(
            Der.oid(EXTENDED_KEY_USAGE), Der.octets(Der.sequence(Der.oid(SERVER_AUTHENTICATION)))));
    extensions.add(critical(BASIC_CONSTRAINTS, Der.sequence(List.of())));
    if (subject.hasAlternatives()) {
      extensions.add(subject.alternatives());
    }
    byte[] content =
        Der.sequence(
            Der.tagged(0, Der.integer(2)),
            Der.integer(new BigInteger(126, RANDOM).add(BigInteger.ONE)),
            SigningRequest.algorithm(),
            subject.name(),
            Der.sequence(Der.time(from.minus(SKEW)), Der.time(from.plus(validity))),
            subject.name(),
            pair.getPublic().getEncoded(),
            Der.tagged(3, Der.sequence(extensions)));
    return Certificates.fromDer(SigningRequest.signed(content, pair.getPrivate()));
  }

  private static byte[] critical(String oid, byte[] value) {
    return Der.sequence(Der.oid(oid), Der.bool(true), Der.octets(value));
  }
}

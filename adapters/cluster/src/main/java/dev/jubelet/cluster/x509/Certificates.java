package dev.jubelet.cluster.x509;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Certificates in PEM texts. */
public final class Certificates {
  private Certificates() {}

  /** All certificates of a text, at least one. */
  public static List<X509Certificate> read(String pem) throws GeneralSecurityException {
    List<X509Certificate> found = new ArrayList<>();
    for (Pem.Block block : Pem.read(pem)) {
      if (block.type().equals(Pem.CERTIFICATE)) {
        found.add(fromDer(block.bytes()));
      }
    }
    if (found.isEmpty()) {
      throw new CertificateParsingException("it has no certificate");
    }
    return List.copyOf(found);
  }

  static X509Certificate fromDer(byte[] der) throws GeneralSecurityException {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(der));
    } catch (GeneralSecurityException | RuntimeException damaged) {
      throw new CertificateParsingException("a certificate is damaged", damaged);
    }
  }

  public static String write(List<X509Certificate> certificates) throws GeneralSecurityException {
    StringBuilder text = new StringBuilder();
    for (X509Certificate each : certificates) {
      text.append(Pem.write(Pem.CERTIFICATE, each.getEncoded()));
    }
    return text.toString();
  }
}

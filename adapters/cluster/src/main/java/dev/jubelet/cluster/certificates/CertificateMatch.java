package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.Subject;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/** Whether a certificate says what it should; it may say more. */
final class CertificateMatch {
  private static final int DNS_NAME = 2;
  private static final int ADDRESS = 7;

  private CertificateMatch() {}

  static boolean says(CertifiedKey known, Subject wanted) {
    try {
      X509Certificate leaf = known.leaf();
      LdapName name = new LdapName(leaf.getSubjectX500Principal().getName());
      return words(name, "CN").contains(wanted.commonName())
          && words(name, "O").containsAll(wanted.organizations())
          && alternatives(leaf, DNS_NAME).containsAll(wanted.dnsNames())
          && alternatives(leaf, ADDRESS).stream()
              .map(InetAddress::ofLiteral)
              .toList()
              .containsAll(wanted.addresses());
    } catch (InvalidNameException | CertificateParsingException odd) {
      return false;
    }
  }

  /** Whether it can be used now and for a while. */
  static boolean good(String pem, Instant wall) {
    try {
      return wall.isBefore(Certificates.read(pem).getFirst().getNotAfter().toInstant());
    } catch (GeneralSecurityException unreadable) {
      return false;
    }
  }

  private static List<String> words(LdapName name, String type) {
    return name.getRdns().stream()
        .filter(part -> part.getType().equalsIgnoreCase(type))
        .map(part -> String.valueOf(part.getValue()))
        .toList();
  }

  private static List<String> alternatives(X509Certificate leaf, int kind)
      throws CertificateParsingException {
    Collection<List<?>> all = leaf.getSubjectAlternativeNames();
    return all == null
        ? List.of()
        : all.stream()
            .filter(each -> each.size() > 1 && Integer.valueOf(kind).equals(each.getFirst()))
            .map(each -> String.valueOf(each.get(1)))
            .toList();
  }
}

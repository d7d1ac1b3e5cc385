package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.Subject;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

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
          && addresses(leaf).containsAll(wanted.addresses());
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
    List<String> found = new ArrayList<>();
    for (Rdn part : name.getRdns()) {
      if (part.getType().equalsIgnoreCase(type)) {
        found.add(String.valueOf(part.getValue()));
      }
    }
    return found;
  }

  private static List<String> alternatives(X509Certificate leaf, int kind)
      throws CertificateParsingException {
    List<String> found = new ArrayList<>();
    Collection<List<?>> all = leaf.getSubjectAlternativeNames();
    if (all != null) {
      for (List<?> each : all) {
        if (each.size() > 1 && Integer.valueOf(kind).equals(each.getFirst())) {
          found.add(String.valueOf(each.get(1)));
        }
      }
    }
    return found;
  }

  private static List<InetAddress> addresses(X509Certificate leaf)
      throws CertificateParsingException {
    List<InetAddress> found = new ArrayList<>();
    for (String each : alternatives(leaf, ADDRESS)) {
      found.add(InetAddress.ofLiteral(each));
    }
    return found;
  }
}

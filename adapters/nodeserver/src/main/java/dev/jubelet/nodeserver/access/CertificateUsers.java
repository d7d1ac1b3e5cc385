package dev.jubelet.nodeserver.access;

import dev.jubelet.model.access.UserInfo;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * Users by client certificate. Kubernetes: the common name is the user, each organisation a group.
 * Verified with every request, since certificates run out and authorities change while a connection
 * lasts.
 */
final class CertificateUsers {
  private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";
  private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
  private static final String ANY_USAGE = "2.5.29.37.0";

  private final Supplier<List<X509Certificate>> authorities;
  private final Supplier<Instant> wall;

  CertificateUsers(Supplier<List<X509Certificate>> authorities, Supplier<Instant> wall) {
    this.authorities = authorities;
    this.wall = wall;
  }

  /** Empty when no certificate was shown, none is looked at, or it names nobody. */
  Optional<UserInfo> user(List<X509Certificate> chain) throws BadCredential {
    List<X509Certificate> trusted = authorities.get();
    if (chain.isEmpty() || trusted.isEmpty()) {
      return Optional.empty();
    }
    X509Certificate own = chain.getFirst();
    try {
      verify(own, chain, trusted);
      return named(own);
    } catch (GeneralSecurityException | NamingException refused) {
      throw new BadCredential("a client certificate was not accepted: " + refused.getMessage());
    }
  }

  private void verify(
      X509Certificate own, List<X509Certificate> chain, List<X509Certificate> trusted)
      throws GeneralSecurityException, BadCredential {
    List<String> usages = own.getExtendedKeyUsage();
    if (usages != null && !usages.contains(CLIENT_AUTH) && !usages.contains(ANY_USAGE)) {
      throw new BadCredential("the client certificate is not meant for client authentication");
    }
    Set<TrustAnchor> anchors =
        trusted.stream().map(each -> new TrustAnchor(each, null)).collect(Collectors.toSet());
    X509CertSelector target = new X509CertSelector();
    target.setCertificate(own);
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
    parameters.addCertStore(
        CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(wall.get()));
    CertPathBuilder.getInstance("PKIX").build(parameters);
  }

  private static Optional<UserInfo> named(X509Certificate own)
      throws GeneralSecurityException, NamingException {
    String name = "";
    List<String> groups = new ArrayList<>();
    // The first part of an LdapName is the last of its text, which is the first of the certificate.
    for (Rdn part : new LdapName(own.getSubjectX500Principal().getName()).getRdns()) {
      NamingEnumeration<? extends Attribute> attributes = part.toAttributes().getAll();
      while (attributes.hasMore()) {
        Attribute attribute = attributes.next();
        if (attribute.get() instanceof String value) {
          if (attribute.getID().equalsIgnoreCase("CN")) {
            name = value;
          } else if (attribute.getID().equalsIgnoreCase("O")) {
            groups.add(value);
          }
        }
      }
    }
    byte[] print = MessageDigest.getInstance("SHA-256").digest(own.getEncoded());
    Map<String, List<String>> extra =
        Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + HexFormat.of().formatHex(print)));
    return name.isEmpty() ? Optional.empty() : Optional.of(new UserInfo(name, "", groups, extra));
  }
}

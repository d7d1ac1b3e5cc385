package dev.jubelet.images.registry;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.tls.InsecureTrust;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** What a registry's TLS settings amount to. */
final class TlsContext {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
  private static final List<String> KINDS = List.of("EC", "RSA", "Ed25519");
  private static final char[] NO_PASSWORD = new char[0];

  private TlsContext() {}

  static SSLContext of(RegistryHost.Tls tls) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys(tls.clients()),
          tls.unverified() ? new TrustManager[] {new InsecureTrust()} : trust(tls.authorities()),
          null);
      return context;
    } catch (GeneralSecurityException | IOException wrong) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC,
          "the TLS settings of the registry cannot be used: " + wrong.getMessage(),
          wrong);
    }
  }

  private static TrustManager @Nullable [] trust(List<Path> authorities)
      throws GeneralSecurityException, IOException {
    if (authorities.isEmpty()) {
      return null;
    }
    KeyStore store = empty();
    int count = 0;
    for (TrustManager known : managers(null)) {
      if (known instanceof X509TrustManager manager) {
        for (X509Certificate authority : manager.getAcceptedIssuers()) {
          store.setCertificateEntry("system-" + count++, authority);
        }
      }
    }
    for (Path file : authorities) {
      for (Certificate authority : certificates(file)) {
        store.setCertificateEntry("own-" + count++, authority);
      }
    }
    for (TrustManager manager : managers(store)) {
      if (manager instanceof X509ExtendedTrustManager checking) {
        return new TrustManager[] {new CertificateDateTrust(checking)};
      }
    }
    throw new GeneralSecurityException("this JDK cannot check certificates");
  }

  private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager @Nullable [] keys(List<RegistryHost.Pair> clients)
      throws GeneralSecurityException, IOException {
    if (clients.isEmpty()) {
      return null;
    }
    KeyStore store = empty();
    for (RegistryHost.Pair pair : clients) {
      store.setKeyEntry(
          pair.certificate().toString(),
          key(pair.key()),
          NO_PASSWORD,
          certificates(pair.certificate()).toArray(Certificate[]::new));
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws GeneralSecurityException, IOException {
    String text = Files.readString(file, StandardCharsets.US_ASCII);
    int begin = text.indexOf("-----BEGIN CERTIFICATE-----");
    if (begin < 0) {
      throw new IOException(file + " has no certificate");
    }
    // A key may stand before or after it in the same file.
    int end = text.lastIndexOf("-----END CERTIFICATE-----");
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(
            new ByteArrayInputStream(
                text.substring(begin, Math.max(begin, end) + "-----END CERTIFICATE-----".length())
                    .getBytes(StandardCharsets.US_ASCII)));
  }

  private static PrivateKey key(Path file) throws GeneralSecurityException, IOException {
    Matcher block = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    if (!block.find()) {
      throw new IOException(file + " has no key in PKCS #8 (BEGIN PRIVATE KEY)");
    }
    byte[] encoded = Base64.getMimeDecoder().decode(block.group(1));
    try {
      for (String kind : KINDS) {
        try {
          return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException other) {
          // Not of that kind: the next one.
        }
      }
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
    throw new IOException(file + " has a key that is neither EC, RSA nor Ed25519");
  }
}

package dev.jubelet.cluster.x509;

import dev.jubelet.tls.InsecureTrust;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Contexts for TLS, made of keys and certificates in memory. */
public final class TlsContexts {
  private static final char[] NO_PASSWORD = new char[0];

  private TlsContexts() {}

  /** For a server; who asks for certificates of clients has to check them as well. */
  public static SSLContext server(CertifiedKey own) throws GeneralSecurityException {
    return context(keys(own), new TrustManager[0]);
  }

  /**
   * For a client.
   *
   * @param own what to show when the server asks who we are
   * @param authorities who may vouch for the server; null for those that this Java knows
   */
  public static SSLContext client(
      @Nullable CertifiedKey own, @Nullable List<X509Certificate> authorities)
      throws GeneralSecurityException {
    return context(own == null ? null : keys(own), trust(authorities));
  }

  /** For a client that believes any server: only where a person has asked for that. */
  public static SSLContext trustingClient(@Nullable CertifiedKey own)
      throws GeneralSecurityException {
    return context(own == null ? null : keys(own), new TrustManager[] {new InsecureTrust()});
  }

  /**
   * The usual parameters, with the cipher first that costs least without the help of instructions
   * for AES: the code of a node agent is not compiled far enough to have that.
   */
  public static SSLParameters frugal(SSLContext context) {
    SSLParameters parameters = context.getDefaultSSLParameters();
    parameters.setCipherSuites(
        Stream.of(parameters.getCipherSuites())
            .sorted(Comparator.comparing(suite -> !suite.contains("CHACHA20")))
            .toArray(String[]::new));
    return parameters;
  }

  private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust, null);
    return context;
  }

  private static KeyManager[] keys(CertifiedKey own) throws GeneralSecurityException {
    KeyStore store = emptyStore();
    store.setKeyEntry("own", own.key(), NO_PASSWORD, own.chain().toArray(new Certificate[0]));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static TrustManager @Nullable [] trust(@Nullable List<X509Certificate> authorities)
      throws GeneralSecurityException {
    if (authorities == null) {
      return null;
    }
    KeyStore store = emptyStore();
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("authority " + i, authorities.get(i));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, NO_PASSWORD);
    } catch (IOException impossible) {
      throw new GeneralSecurityException(impossible);
    }
    return store;
  }
}

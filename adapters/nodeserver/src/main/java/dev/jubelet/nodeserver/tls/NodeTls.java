package dev.jubelet.nodeserver.tls;

import dev.jubelet.nodeserver.http.HttpPort;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes an engine for each connection, with the key and the authorities of that moment: a rotated
 * certificate is shown to the next client.
 */
public final class NodeTls implements HttpPort.Tls {
  private static final System.Logger LOG = System.getLogger(NodeTls.class.getName());

  private record Made(ServingKey key, List<X509Certificate> authorities, SSLContext context) {}

  private final Supplier<Optional<ServingKey>> key;
  private final Supplier<List<X509Certificate>> authorities;
  private final CipherChoice ciphers;
  private volatile @Nullable Made made;

  /**
   * @param key nothing while the node has none yet
   * @param authorities of clients; none: clients are not asked for a certificate
   */
  public NodeTls(
      Supplier<Optional<ServingKey>> key,
      Supplier<List<X509Certificate>> authorities,
      CipherChoice ciphers) {
    this.key = key;
    this.authorities = authorities;
    this.ciphers = ciphers;
  }

  @Override
  public Optional<SSLEngine> get() {
    try {
      Optional<ServingKey> present = key.get();
      return present.isEmpty()
          ? Optional.empty()
          : Optional.of(engine(present.get(), authorities.get()));
    } catch (GeneralSecurityException | IOException unusable) {
      LOG.log(System.Logger.Level.WARNING, "the serving certificate cannot be used", unusable);
      return Optional.empty();
    }
  }

  private SSLEngine engine(ServingKey present, List<X509Certificate> clients)
      throws GeneralSecurityException, IOException {
    SSLEngine engine = context(present, clients).createSSLEngine();
    engine.setUseClientMode(false);
    engine.setWantClientAuth(!clients.isEmpty());
    engine.setEnabledProtocols(ciphers.protocols().toArray(String[]::new));
    if (!ciphers.suites().isEmpty()) {
      engine.setEnabledCipherSuites(ciphers.suites().toArray(String[]::new));
    }
    return engine;
  }

  private SSLContext context(ServingKey present, List<X509Certificate> clients)
      throws GeneralSecurityException, IOException {
    Made last = made;
    if (last != null && last.key().equals(present) && last.authorities().equals(clients)) {
      return last.context();
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] password = new char[0];
    store.setKeyEntry(
        "node", present.key(), password, present.chain().toArray(X509Certificate[]::new));
    // Not PKIX, which takes the key out of its store anew for each handshake: 25 ms instead of 2.
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), new TrustManager[] {new AnyClient(clients)}, null);
    made = new Made(present, List.copyOf(clients), context);
    return context;
  }
}

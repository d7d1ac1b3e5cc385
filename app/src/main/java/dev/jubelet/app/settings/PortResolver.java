package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.app.settings.node.PortSettings;
import dev.jubelet.nodeserver.access.ReviewCaching;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.nodeserver.tls.CipherChoice;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** What the configuration says about the node's HTTPS port, checked. */
record PortResolver(
    KubeletConfiguration configuration, KubeletFlags flags, ConfigurationErrors findings) {
  /**
   * @param cluster without one there is nobody to ask who may come in, and nobody who would
   */
  Optional<PortSettings> port(boolean cluster) {
    KubeletConfiguration c = configuration;
    findings.between(1, 65535, c.port(), "port");
    InetAddress address = findings.address(c.address(), "address");
    CipherChoice ciphers = ciphers();
    boolean allowsAll = allowsAll();
    Optional<PortSettings.Key> key = key();
    if (!cluster || !c.enableServer() || address == null) {
      return Optional.empty();
    }
    return Optional.of(
        new PortSettings(
            address,
            c.port(),
            new PortSettings.Serving(key, c.serverTLSBootstrap(), ciphers),
            new PortSettings.Access(
                findings.optionalPath(
                    c.authentication().x509().clientCAFile(), "authentication.x509.clientCAFile"),
                c.authentication().webhook().enabled(),
                c.authentication().anonymous().enabled(),
                allowsAll,
                flags.execNeedsCreate,
                new ReviewCaching(
                    c.authentication().webhook().cacheTTL(),
                    c.authorization().webhook().cacheAuthorizedTTL(),
                    c.authorization().webhook().cacheUnauthorizedTTL())),
            new ServedNode.Switches(
                c.enableDebuggingHandlers(),
                c.enableSystemLogHandler(),
                c.enableSystemLogQuery(),
                ServedNode.Switches.DEFAULTS.checkpoints(),
                ServedNode.Switches.DEFAULTS.splitStreams())));
  }

  private Optional<PortSettings.Key> key() {
    String certificate = configuration.tlsCertFile();
    String key = configuration.tlsPrivateKeyFile();
    findings.require(
        certificate.isEmpty() == key.isEmpty(),
        certificate.isEmpty() ? "tlsCertFile" : "tlsPrivateKeyFile",
        "tlsCertFile and tlsPrivateKeyFile need each other");
    if (certificate.isEmpty() || key.isEmpty()) {
      return Optional.empty();
    }
    findings.require(
        !configuration.serverTLSBootstrap(),
        "serverTLSBootstrap",
        "cannot be true together with tlsCertFile: each of them chooses the serving certificate");
    return Optional.of(
        new PortSettings.Key(
            findings.absolutePath(certificate, "tlsCertFile"),
            findings.absolutePath(key, "tlsPrivateKeyFile")));
  }

  private boolean allowsAll() {
    return switch (configuration.authorization().mode()) {
      case "Webhook" -> false;
      case "AlwaysAllow" -> true;
      default -> {
        findings.add(
            "authorization.mode",
            "must be Webhook or AlwaysAllow, but is \""
                + configuration.authorization().mode()
                + "\"");
        yield false;
      }
    };
  }

  private CipherChoice ciphers() {
    try {
      // Java's default context would read all authorities of the machine first.
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      List<String> supported = List.of(context.getSupportedSSLParameters().getCipherSuites());
      return CipherChoice.of(
          configuration.tlsMinVersion(), configuration.tlsCipherSuites(), supported);
    } catch (IllegalArgumentException unknown) {
      String said = String.valueOf(unknown.getMessage());
      int colon = said.indexOf(": ");
      findings.add(said.substring(0, Math.max(0, colon)), said.substring(colon + 2));
      return new CipherChoice(List.of(), List.of());
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException(broken);
    }
  }
}

package dev.jubelet.app.assembly;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.PortSettings;
import dev.jubelet.cluster.certificates.CertificateFiles;
import dev.jubelet.cluster.certificates.CertificateOrder;
import dev.jubelet.cluster.certificates.CertificateRotation;
import dev.jubelet.cluster.certificates.NodeSubject;
import dev.jubelet.cluster.certificates.ServingIdentity;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.reviews.ApiReviews;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.access.AccessTerms;
import dev.jubelet.nodeserver.access.Gatekeeper;
import dev.jubelet.nodeserver.endpoint.SecureServer;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.nodeserver.tls.AuthorityFile;
import dev.jubelet.nodeserver.tls.NodeTls;
import dev.jubelet.nodeserver.tls.ServingKey;
import dev.jubelet.ports.ContainerRuntime;
import dev.jubelet.ports.Dice;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.streaming.StreamLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The node's HTTPS port, to which the API server comes, and whoever may. */
final class PortAssembly {
  private static final Path NODE_LOGS = Path.of("/var/log");

  private final NodeConfig config;
  private final PortSettings settings;
  private final Path certificates;
  private final ApiServer api;
  private final Means means;

  record Means(NodeTime time, Dice dice, Journal journal, Closing closing) {}

  /** What there is to see. */
  record Sights(
      Supplier<Optional<String>> complaint,
      Supplier<List<PodReport>> pods,
      ContainerRuntime runtime,
      NodeMetrics metrics,
      Function<String, Optional<String>> timelines) {}

  PortAssembly(
      NodeConfig config, PortSettings settings, Path certificates, ApiServer api, Means means) {
    this.config = config;
    this.settings = settings;
    this.certificates = certificates;
    this.api = api;
    this.means = means;
  }

  /**
   * @param addresses of the node, for a certificate that the cluster signs
   */
  void open(Sights sights, List<String> addresses) {
    Supplier<List<X509Certificate>> authorities = authorities();
    ServingIdentity identity = identity(addresses);
    NodeTls tls =
        new NodeTls(() -> Optional.of(shown(identity)), authorities, settings.serving().ciphers());
    ApiReviews reviews = new ApiReviews(api);
    PortSettings.Access access = settings.access();
    Gatekeeper gatekeeper =
        new Gatekeeper(
            new AccessTerms(
                config.nodeName(),
                authorities,
                access.tokens() ? Optional.of(reviews) : Optional.empty(),
                access.allowsAll() ? AccessTerms.ALWAYS_ALLOW : reviews,
                access.caching(),
                access.anonymous(),
                means.time()::now,
                means.time()::wall));
    means
        .closing()
        .add(
            "port " + settings.port(),
            SecureServer.start(
                settings.address(),
                settings.port(),
                PortLimits.NODE,
                tls,
                gatekeeper,
                node(sights)));
  }

  private ServedNode node(Sights sights) {
    return new ServedNode(
        config.nodeName(),
        Map.of("syncloop", sights.complaint()),
        sights.pods(),
        () -> Optional.of(sights.runtime()),
        sights.metrics(),
        settings::configuration,
        sights.timelines(),
        StreamLimits.DEFAULTS.withIdle(settings.streamIdle()),
        new ServedNode.Places(config.rootDirectory(), config.podLogsDirectory(), NODE_LOGS),
        settings.switches());
  }

  private static ServingKey shown(ServingIdentity identity) {
    CertifiedKey key = identity.certificate();
    return new ServingKey(key.key(), key.chain());
  }

  private ServingIdentity identity(List<String> addresses) {
    if (settings.serving().key().isPresent()) {
      PortSettings.Key files = settings.serving().key().get();
      return ServingIdentity.files(files.certificate(), files.key(), means.time(), means.journal());
    }
    return settings.serving().asksForKey()
        ? signedByTheCluster(addresses)
        : ServingIdentity.selfSigned(
            certificates, config.nodeName(), means.time(), means.journal());
  }

  private ServingIdentity signedByTheCluster(List<String> addresses) {
    CertificateFiles files =
        new CertificateFiles(certificates, "kubelet-server", means.time(), means.journal());
    ServingIdentity identity =
        ServingIdentity.rotated(files, config.nodeName(), means.time(), means.journal());
    List<NodeSubject.Address> known =
        addresses.stream().map(each -> new NodeSubject.Address("InternalIP", each)).toList();
    CertificateRotation rotation =
        new CertificateRotation(
            files,
            () -> NodeSubject.of(config.nodeName(), known).map(CertificateOrder::serving),
            api,
            identity::refresh,
            means.time(),
            means.dice(),
            means.journal());
    means.closing().add("serving certificate", rotation);
    rotation.start();
    return identity;
  }

  /** A file that cannot be read stops the start: without it nobody would be known. */
  private Supplier<List<X509Certificate>> authorities() {
    if (settings.access().clientAuthorities().isEmpty()) {
      return List::of;
    }
    try {
      return new AuthorityFile(settings.access().clientAuthorities().get());
    } catch (IOException unusable) {
      throw new IllegalStateException(
          "authentication.x509.clientCAFile cannot be used: " + unusable.getMessage(), unusable);
    }
  }
}

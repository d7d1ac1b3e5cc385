package dev.jubelet.app.assembly;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.ShownConfiguration;
import dev.jubelet.app.settings.node.PortSettings;
import dev.jubelet.cluster.certificates.CertificateFiles;
import dev.jubelet.cluster.certificates.CertificateOrder;
import dev.jubelet.cluster.certificates.CertificateRotation;
import dev.jubelet.cluster.certificates.ServingIdentity;
import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.reviews.ApiReviews;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.decide.access.NodeAccess;
import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.nodeserver.NodePages;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.access.AccessSettings;
import dev.jubelet.nodeserver.access.RequestAuthorizer;
import dev.jubelet.nodeserver.endpoint.SecureServer;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.nodeserver.tls.AuthorityFile;
import dev.jubelet.nodeserver.tls.NodeTls;
import dev.jubelet.nodeserver.tls.ServingKey;
import dev.jubelet.ports.runtime.ContainerRuntime;
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
record PortAssembly(
    NodeConfig config,
    PortSettings settings,
    Path certificates,
    ApiServer api,
    ApiContext context,
    CloseStack closing) {
  private static final Path NODE_LOGS = Path.of("/var/log");

  /** What there is to see. */
  record NodeViews(
      Supplier<Optional<String>> complaint,
      Supplier<List<PodReport>> pods,
      ContainerRuntime runtime,
      NodeMetrics metrics,
      Function<String, Optional<String>> timelines) {}

  /**
   * @param addresses of the node, for a certificate that the cluster signs
   */
  void open(NodeViews views, NodeBudgets budgets, List<String> addresses) {
    Supplier<List<X509Certificate>> authorities = authorities();
    ServingIdentity identity = identity(addresses);
    NodeTls tls =
        new NodeTls(() -> Optional.of(shown(identity)), authorities, settings.serving().ciphers());
    ApiReviews reviews = new ApiReviews(api);
    PortSettings.Access access = settings.access();
    RequestAuthorizer authorizer =
        new RequestAuthorizer(
            new AccessSettings(
                new NodeAccess(config.nodeName(), access.streamsNeedCreate()),
                authorities,
                access.tokens() ? Optional.of(reviews) : Optional.empty(),
                access.allowsAll() ? AccessSettings.ALWAYS_ALLOW : reviews,
                access.caching(),
                access.anonymous(),
                context.time()::now,
                context.time()::wall));
    closing.add(
        "port " + settings.port(),
        SecureServer.start(
            settings.address(),
            settings.port(),
            PortLimits.NODE,
            budgets.http(),
            tls,
            authorizer,
            node(views, budgets)));
  }

  private ServedNode node(NodeViews views, NodeBudgets budgets) {
    String configuration = ShownConfiguration.json(config.kubelet());
    return new ServedNode(
        config.nodeName(),
        new NodePages(
            Map.of("syncloop", views.complaint()),
            views.pods(),
            views.metrics(),
            views.timelines()),
        () -> Optional.of(views.runtime()),
        () -> configuration,
        StreamLimits.within(budgets.streams())
            .withIdle(config.kubelet().streamingConnectionIdleTimeout()),
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
      return ServingIdentity.files(
          files.certificate(), files.key(), context.time(), context.journal());
    }
    return settings.serving().asksForKey()
        ? signedByTheCluster(addresses)
        : ServingIdentity.selfSigned(
            certificates, config.nodeName(), context.time(), context.journal());
  }

  private ServingIdentity signedByTheCluster(List<String> addresses) {
    CertificateFiles files =
        new CertificateFiles(certificates, "kubelet-server", context.time(), context.journal());
    ServingIdentity identity =
        ServingIdentity.rotated(files, config.nodeName(), context.time(), context.journal());
    CertificateRotation rotation =
        new CertificateRotation(
            files,
            () -> CertificateOrder.serving(config.nodeName(), addresses),
            api,
            identity::refresh,
            context.time(),
            context.jitter(),
            context.journal());
    closing.add("serving certificate", rotation);
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

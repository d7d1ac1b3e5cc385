package dev.jubelet.app.assembly;

import dev.jubelet.app.command.VersionCommand;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.cluster.access.ClusterAccess;
import dev.jubelet.cluster.access.Kubeconfig;
import dev.jubelet.cluster.certificates.CertificateFiles;
import dev.jubelet.cluster.certificates.CertificateOrder;
import dev.jubelet.cluster.certificates.CertificateRotation;
import dev.jubelet.cluster.certificates.TlsBootstrap;
import dev.jubelet.cluster.client.ApiConnections;
import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.HttpApiServer;
import dev.jubelet.cluster.client.RequestRateLimiter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Who the node is in its cluster: as its kubeconfig says, which it may have to ask for first, and
 * with certificates that are renewed in time. Others wait for that without being held up.
 */
final class ClusterCredentials {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);

  private final String nodeName;
  private final ClusterSettings settings;
  private final ApiContext context;
  private final CloseStack closing;
  private final DeferredApiServer api;
  private final CertificateFiles files;

  ClusterCredentials(
      String nodeName,
      ClusterSettings settings,
      ApiContext context,
      CloseStack closing,
      DeferredApiServer api) {
    this.nodeName = nodeName;
    this.settings = settings;
    this.context = context;
    this.closing = closing;
    this.api = api;
    this.files =
        new CertificateFiles(
            settings.certificates(), "kubelet-client", context.time(), context.journal());
  }

  /** Connects at once when that is possible; a kubeconfig that makes no sense is thrown. */
  void begin() {
    if (settings.bootstrapKubeconfig().isEmpty() && Kubeconfig.exists(settings.kubeconfig())) {
      connect(Kubeconfig.read(settings.kubeconfig()));
      return;
    }
    Optional<ClusterAccess> known =
        settings.bootstrapKubeconfig().isEmpty() ? Optional.empty() : bootstrap().known();
    if (known.isPresent()) {
      connect(known.get());
    } else {
      Thread waiting = Thread.ofVirtual().name("credentials").start(this::await);
      closing.add("credentials", waiting::interrupt);
    }
  }

  private TlsBootstrap bootstrap() {
    return new TlsBootstrap(settings.kubeconfig(), files, context.time(), context.journal());
  }

  private void await() {
    tell(
        Journal.Level.NORMAL,
        "NoCredentials",
        "static pods run while there are no credentials in " + settings.kubeconfig());
    try {
      while (true) {
        try {
          connect(obtained());
          return;
        } catch (RuntimeException failed) {
          // Whoever sets the cluster up may put right what was wrong.
          tell(Journal.Level.ERROR, "NoCredentials", String.valueOf(failed.getMessage()));
        }
        Thread.sleep(AFTER_FAILURE);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks for a certificate, or waits for somebody to bring a kubeconfig. */
  private ClusterAccess obtained() throws InterruptedException {
    Optional<Path> asking = settings.bootstrapKubeconfig();
    if (asking.isPresent()) {
      return bootstrap().join(asking.get(), nodeName, VersionCommand.userAgent(), context.jitter());
    }
    while (!Kubeconfig.exists(settings.kubeconfig())) {
      Thread.sleep(LOOK);
    }
    return Kubeconfig.read(settings.kubeconfig());
  }

  private void connect(ClusterAccess access) {
    NodeTime time = context.time();
    Optional<Path> rotated =
        settings.rotatesCertificates() ? Optional.of(files.currentPath()) : Optional.empty();
    ClientIdentity identity = new ClientIdentity(access, rotated, time, context.journal());
    ApiConnections connections =
        new ApiConnections(
            identity, VersionCommand.userAgent(), time, context.jitter(), context.journal());
    closing.add("connections to the API server", connections);
    api.is(
        new HttpApiServer(
            connections,
            new RequestRateLimiter(time, settings.requestsPerSecond(), settings.requestBurst())));
    if (settings.rotatesCertificates()) {
      CertificateRotation rotation =
          new CertificateRotation(
              files.beginningWith(access.user()),
              () -> Optional.of(CertificateOrder.client(nodeName)),
              api,
              identity::refreshed,
              time,
              context.jitter(),
              context.journal());
      closing.add("certificate rotation", rotation);
      rotation.start();
    }
  }

  private void tell(Journal.Level level, String reason, String message) {
    context.journal().write(level, reason, message);
  }
}

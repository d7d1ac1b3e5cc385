package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.cluster.access.ClusterAccess;
import dev.jubelet.cluster.access.Kubeconfig;
import dev.jubelet.cluster.client.Connections;
import dev.jubelet.cluster.client.HttpApiServer;
import dev.jubelet.cluster.client.Pace;
import dev.jubelet.ports.Dice;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The way of a node into its cluster: the credentials of its kubeconfig, asked for where it has
 * none yet, and renewed in time where that is wanted.
 */
public final class NodeCredentials implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final String CLIENT = "kubelet-client";

  private final Files files;
  private final String nodeName;
  private final Means means;
  private final Deque<Runnable> closing = new ArrayDeque<>();
  private boolean closed;

  /**
   * Where things are.
   *
   * @param kubeconfig need not exist yet
   * @param bootstrapKubeconfig with what to ask for a first certificate
   * @param certificates the directory for them
   * @param renewed whether the certificate is renewed before it expires
   */
  public record Files(
      Path kubeconfig, Optional<Path> bootstrapKubeconfig, Path certificates, boolean renewed) {}

  /**
   * What it takes.
   *
   * @param userAgent as in {@link Connections}
   */
  public record Means(String userAgent, NodeTime time, Dice dice, Journal journal) {}

  public NodeCredentials(Files files, String nodeName, Means means) {
    this.files = files;
    this.nodeName = nodeName;
    this.means = means;
  }

  /** Whether {@link #connect} returns without waiting for anybody. */
  public boolean known() {
    return files.bootstrapKubeconfig().isPresent()
        ? bootstrap().known().isPresent()
        : Kubeconfig.exists(files.kubeconfig());
  }

  /**
   * Returns when there are credentials, for which a person may have to approve a request or bring a
   * file. The server itself need not be there.
   *
   * @throws dev.jubelet.cluster.access.BadKubeconfig when a file says nothing that can be used
   */
  public Connections connect() throws InterruptedException {
    Optional<Path> bootstrap = files.bootstrapKubeconfig();
    ClusterAccess access =
        bootstrap.isPresent()
            ? bootstrap().join(bootstrap.get(), nodeName, means.userAgent(), means.dice())
            : brought();
    CertificateFiles certificates = certificates();
    ClientIdentity identity =
        new ClientIdentity(
            access,
            files.renewed() ? Optional.of(certificates.currentPath()) : Optional.empty(),
            means.time(),
            means.journal());
    Connections connections =
        new Connections(identity, means.userAgent(), means.time(), means.journal());
    keep(connections::close);
    if (files.renewed()) {
      renew(certificates, identity, connections);
    }
    return connections;
  }

  private void renew(
      CertificateFiles certificates, ClientIdentity identity, Connections connections) {
    Optional<CertificateOrder> order = Optional.of(CertificateOrder.client(nodeName));
    CertificateRotation rotation =
        new CertificateRotation(
            certificates,
            () -> order,
            new HttpApiServer(connections, Pace.unlimited(means.time())),
            identity::refreshed,
            means.time(),
            means.dice(),
            means.journal());
    keep(rotation::close);
    rotation.start();
  }

  private ClusterAccess brought() throws InterruptedException {
    if (!Kubeconfig.exists(files.kubeconfig())) {
      means
          .journal()
          .write(
              Journal.Level.WARNING,
              null,
              null,
              "NoKubeconfig",
              "waits for " + files.kubeconfig() + ", which does not exist");
    }
    while (!Kubeconfig.exists(files.kubeconfig())) {
      CountDownLatch bell = new CountDownLatch(1);
      NodeTime.Alarm alarm = means.time().after(LOOK, bell::countDown);
      try {
        bell.await();
      } finally {
        alarm.cancel();
      }
    }
    return Kubeconfig.read(files.kubeconfig());
  }

  private CertificateFiles certificates() {
    return new CertificateFiles(files.certificates(), CLIENT, means.time(), means.journal());
  }

  private TlsBootstrap bootstrap() {
    return new TlsBootstrap(files.kubeconfig(), certificates(), means.time(), means.journal());
  }

  private synchronized void keep(Runnable close) {
    closing.push(close);
    if (closed) {
      close();
    }
  }

  /** Whoever still waits in {@link #connect} has to be interrupted. */
  @Override
  public synchronized void close() {
    closed = true;
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}

package dev.jubelet.cluster.certificates;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.BadKubeconfig;
import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.cluster.access.ClusterAccess;
import dev.jubelet.cluster.access.Kubeconfig;
import dev.jubelet.cluster.access.TextSource;
import dev.jubelet.cluster.access.UserAccess;
import dev.jubelet.cluster.client.ApiConnections;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.HttpApiServer;
import dev.jubelet.cluster.client.RequestRateLimiter;
import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.codec.tree.YamlWriter;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.linux.file.AtomicFile;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The first certificate of a node: asked for with the credentials of a bootstrap kubeconfig, and
 * then named in a kubeconfig of the node's own.
 */
public final class TlsBootstrap {
  private final Path kubeconfig;
  private final CertificateFiles files;
  private final NodeTime time;
  private final Journal journal;

  public TlsBootstrap(Path kubeconfig, CertificateFiles files, NodeTime time, Journal journal) {
    this.kubeconfig = kubeconfig.toAbsolutePath().normalize();
    this.files = files;
    this.time = time;
    this.journal = journal;
  }

  /** What the node's own kubeconfig says, if that can be used: then there is nothing to ask for. */
  public Optional<ClusterAccess> known() {
    if (!Kubeconfig.exists(kubeconfig)) {
      return Optional.empty();
    }
    try {
      ClusterAccess access = Kubeconfig.read(kubeconfig);
      Optional<TextSource> certificate = access.user().certificate();
      if (certificate.isEmpty()) {
        // Credentials of another kind, which a person put there.
        return access.user().equals(UserAccess.NOBODY) ? Optional.empty() : Optional.of(access);
      }
      for (X509Certificate each : Certificates.read(certificate.get().read())) {
        if (!time.wall().isBefore(each.getNotAfter().toInstant())) {
          tell("the certificate of " + kubeconfig + " has expired");
          return Optional.empty();
        }
      }
      CertifiedKey.read(
          certificate.get().read(), access.user().key().map(TextSource::read).orElse(""));
      return Optional.of(access);
    } catch (BadKubeconfig | AccessFailure | GeneralSecurityException unusable) {
      tell(kubeconfig + " cannot be used: " + unusable.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Returns when the node has a kubeconfig of its own that can be used, for which somebody may have
   * to approve its request first.
   *
   * @param userAgent as in {@link ApiConnections}
   */
  public ClusterAccess join(
      Path bootstrapKubeconfig, String nodeName, String userAgent, Jitter jitter)
      throws InterruptedException {
    Optional<ClusterAccess> known = known();
    if (known.isPresent()) {
      return known.get();
    }
    ClusterAccess bootstrap = Kubeconfig.read(bootstrapKubeconfig);
    if (!certified()) {
      ClientIdentity identity = new ClientIdentity(bootstrap, Optional.empty(), time, journal);
      try (ApiConnections connections =
          new ApiConnections(identity, userAgent, time, jitter, journal)) {
        await(new HttpApiServer(connections, RequestRateLimiter.unlimited(time)), nodeName, jitter);
      }
    }
    return finish(bootstrap);
  }

  /** Asks for a certificate until there is one. */
  void await(ApiServer api, String nodeName, Jitter jitter) throws InterruptedException {
    CountDownLatch made = new CountDownLatch(1);
    Optional<CertificateOrder> order = Optional.of(CertificateOrder.client(nodeName));
    try (CertificateRotation asking =
        new CertificateRotation(files, () -> order, api, made::countDown, time, jitter, journal)) {
      asking.start();
      made.await();
    }
  }

  /** Whether the certificate is there already and only the kubeconfig is missing. */
  boolean certified() {
    return files.current().filter(key -> !key.expired(time.wall())).isPresent();
  }

  /** Writes the node's own kubeconfig, with the server of the bootstrap one. */
  ClusterAccess finish(ClusterAccess bootstrap) {
    try {
      Path directory = kubeconfig.getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      AtomicFile.write(kubeconfig, YamlWriter.write(config(bootstrap)), "rw-------");
    } catch (IOException refused) {
      throw new UncheckedIOException("cannot write " + kubeconfig, refused);
    }
    return Kubeconfig.read(kubeconfig);
  }

  /** With the names that the Go kubelet gives them. */
  private Node.Fields config(ClusterAccess bootstrap) {
    JsonObject cluster = new JsonObject();
    bootstrap
        .authorities()
        .ifPresent(source -> {
          switch (source) {
            case TextSource.InFile(Path file) ->
                cluster.put("certificate-authority", file.toString());
            case TextSource.Inline(_, String text) ->
                cluster.put(
                    "certificate-authority-data",
                    Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
          }
        });
    if (bootstrap.insecure()) {
      cluster.put("insecure-skip-tls-verify", true);
    }
    cluster.put("server", bootstrap.server().toString());
    cluster.putUnlessEmpty("tls-server-name", bootstrap.tlsServerName());
    bootstrap.proxy().ifPresent(proxy -> cluster.put("proxy-url", proxy.toString()));
    String pem = files.currentPath().toString();
    return new JsonObject()
        .put("apiVersion", "v1")
        .put("clusters", List.of(named("cluster", "default-cluster", cluster)))
        .put(
            "contexts",
            List.of(
                named(
                    "context",
                    "default-context",
                    new JsonObject()
                        .put("cluster", "default-cluster")
                        .put("namespace", "default")
                        .put("user", "default-auth"))))
        .put("current-context", "default-context")
        .put("kind", "Config")
        .put(
            "users",
            List.of(
                named(
                    "user",
                    "default-auth",
                    new JsonObject().put("client-certificate", pem).put("client-key", pem))))
        .build();
  }

  private static Node.Fields named(String kind, String name, JsonObject value) {
    return new JsonObject().put(kind, value).put("name", name).build();
  }

  private void tell(String message) {
    journal.write(Journal.Level.WARNING, "Bootstrap", message);
  }
}

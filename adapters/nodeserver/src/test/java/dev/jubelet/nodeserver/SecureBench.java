package dev.jubelet.nodeserver;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.decide.access.NodeAccess;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.access.AccessSettings;
import dev.jubelet.nodeserver.access.RequestAuthorizer;
import dev.jubelet.nodeserver.access.ReviewCaching;
import dev.jubelet.nodeserver.endpoint.SecureServer;
import dev.jubelet.nodeserver.endpoint.ServedNode;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.nodeserver.http.PortLimitsBuilder;
import dev.jubelet.nodeserver.tls.CipherChoice;
import dev.jubelet.nodeserver.tls.NodeTls;
import dev.jubelet.nodeserver.tls.ServingKey;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.streaming.StreamLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A node's HTTPS port on a free port of this machine, and clients for it. */
public final class SecureBench implements AutoCloseable {
  public static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  public final TestAuthority authority = new TestAuthority("cluster");
  public final TestAuthority servers = new TestAuthority("servers");
  public final FakeReviewer reviewer = new FakeReviewer();
  public final AtomicReference<Optional<ServingKey>> key;
  public final AtomicReference<List<X509Certificate>> clientAuthorities;
  public final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  public final AtomicReference<Optional<ContainerRuntime>> runtime =
      new AtomicReference<>(Optional.empty());
  public final AtomicReference<List<PodReport>> pods;
  public final NodeMetrics metrics = new NodeMetrics("worker-1");
  public final HttpMemory memory =
      new HttpMemory(
          new MemoryBudget("requests", 4L << 20), new MemoryBudget("answers", 16L << 20));
  private final SecureServer server;
  private @Nullable SSLContext nobody;

  /** What differs from one test to the other. */
  public record Options(
      PortLimits limits,
      boolean anonymous,
      ServedNode.Places places,
      ServedNode.Switches switches) {
    public static Options standard() {
      return new Options(
          PortLimits.NODE,
          false,
          new ServedNode.Places(
              Path.of("/nonexistent"), Path.of("/nonexistent"), Path.of("/nonexistent")),
          ServedNode.Switches.DEFAULTS);
    }

    public Options with(PortLimits other) {
      return new Options(other, anonymous, places, switches);
    }

    public Options with(ServedNode.Places other) {
      return new Options(limits, anonymous, other, switches);
    }

    public Options with(ServedNode.Switches other) {
      return new Options(limits, anonymous, places, other);
    }

    public Options lettingAnonymousIn() {
      return new Options(limits, true, places, switches);
    }
  }

  public SecureBench(Options options) {
    key = new AtomicReference<>(Optional.of(serving("worker-1")));
    clientAuthorities = new AtomicReference<>(List.of(authority.certificate()));
    pods = new AtomicReference<>(List.of(report("web")));
    AccessSettings terms =
        new AccessSettings(
            new NodeAccess("worker-1", false),
            clientAuthorities::get,
            Optional.of(reviewer),
            reviewer,
            new ReviewCaching(Duration.ofMinutes(2), Duration.ofMinutes(5), Duration.ofSeconds(30)),
            options.anonymous(),
            now::get,
            Instant::now);
    ServedNode node =
        new ServedNode(
            "worker-1",
            new NodePages(
                Map.of("syncloop", Optional::empty),
                pods::get,
                metrics,
                uid -> uid.equals("known") ? Optional.of("{}") : Optional.empty()),
            runtime::get,
            () -> "{\"kubeletconfig\":{}}",
            StreamLimits.within(new MemoryBudget("streams", 8 << 20)),
            options.places(),
            options.switches());
    server =
        SecureServer.start(
            LOOPBACK,
            0,
            options.limits(),
            memory,
            new NodeTls(
                key::get, clientAuthorities::get, CipherChoice.of("", List.of(), List.of())),
            new RequestAuthorizer(terms),
            node);
  }

  /** The same limits with other patience, for the request and for what is sent. */
  static PortLimits patience(PortLimits limits, Duration forRequest, Duration forReader) {
    return PortLimitsBuilder.builder(limits)
        .handshakes(limits.handshakes().within(forRequest))
        .request(forRequest)
        .stalled(forReader)
        .build();
  }

  public ServingKey serving(String name) {
    TestAuthority.Issued issued = servers.issue(name, List.of(), TestAuthority.Use.SERVER);
    return new ServingKey(issued.key(), List.of(issued.certificate()));
  }

  public static PodReport report(String name) {
    Pod pod =
        PodManifests.parse(
                "apiVersion: v1\nkind: Pod\nmetadata: {name: %s, namespace: default, uid: u1}\n"
                        .formatted(name)
                    + "spec: {containers: [{name: web, image: nginx}]}\n",
                "test")
            .pods()
            .getFirst();
    return new PodReport(pod, pod.status());
  }

  public InetSocketAddress address() {
    return server.address();
  }

  public int connected() {
    return server.connected();
  }

  /** An answer as it came, head and body. */
  public record Answer(int status, String head, String body) {
    static Answer parse(String text) {
      int end = text.indexOf("\r\n\r\n");
      if (end < 0) {
        return new Answer(0, text, "");
      }
      String head = text.substring(0, end);
      return new Answer(Integer.parseInt(head.split(" ", 3)[1]), head, text.substring(end + 4));
    }
  }

  public Answer ask(TestAuthority.@Nullable Issued certificate, String request)
      throws IOException, GeneralSecurityException {
    try (SSLSocket socket = connect(certificate)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      return Answer.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** One request on a connection of its own. */
  public Answer ask(
      TestAuthority.@Nullable Issued certificate,
      @Nullable String token,
      String method,
      String path)
      throws IOException, GeneralSecurityException {
    return ask(
        certificate,
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            + (token == null ? "" : "Authorization: Bearer " + token + "\r\n")
            + "\r\n");
  }

  public SSLSocket connect(TestAuthority.@Nullable Issued certificate)
      throws IOException, GeneralSecurityException {
    SSLSocket socket =
        (SSLSocket)
            client(certificate)
                .getSocketFactory()
                .createSocket(LOOPBACK, server.address().getPort());
    socket.setSoTimeout(30_000);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private SSLContext client(TestAuthority.@Nullable Issued certificate)
      throws IOException, GeneralSecurityException {
    SSLContext made = nobody;
    if (certificate == null && made != null) {
      return made;
    }
    SSLContext context = newClient(certificate);
    if (certificate == null) {
      nobody = context;
    }
    return context;
  }

  private SSLContext newClient(TestAuthority.@Nullable Issued certificate)
      throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("servers", servers.certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        certificate == null ? null : new KeyManager[] {new InsistentKey(certificate)},
        trust.getTrustManagers(),
        null);
    return context;
  }

  /** A JDK key manager would hide a certificate that the server does not ask for. */
  private static final class InsistentKey extends javax.net.ssl.X509ExtendedKeyManager {
    private final TestAuthority.Issued own;

    InsistentKey(TestAuthority.Issued own) {
      this.own = own;
    }

    @Override
    public String[] getClientAliases(String type, java.security.Principal[] issuers) {
      return new String[] {"own"};
    }

    @Override
    public String chooseClientAlias(
        String[] types, java.security.Principal[] issuers, java.net.Socket socket) {
      return "own";
    }

    @Override
    public String @Nullable [] getServerAliases(String type, java.security.Principal[] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseServerAlias(
        String type, java.security.Principal[] issuers, java.net.Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {own.certificate()};
    }

    @Override
    public java.security.PrivateKey getPrivateKey(String alias) {
      return own.key();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}

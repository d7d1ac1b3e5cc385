package dev.jubelet.training;

import dev.jubelet.cluster.x509.TlsContexts;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLConnection;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;

/**
 * The node that is trained, as seen from outside: its files, its manifests and its pages.
 *
 * @param healthPort of the pages for everybody on this machine
 * @param port of those for whoever may see them
 */
record TrainedNode(Path directory, int healthPort, int port) {
  private static final Pattern PHASE = Pattern.compile("\"phase\":\\s*\"(\\w+)\"");
  private static final String RUNNING = "Running";
  private static final int PATIENCE_MS = 10_000;

  /** Writes the node's configuration and the manifest that it will get. */
  static TrainedNode prepare(Path directory) throws IOException {
    TrainedNode node = new TrainedNode(directory, freePort(), freePort());
    Files.createDirectories(node.manifests());
    Files.writeString(
        node.manifest(), resource("pod.yaml").replace("@DIRECTORY@", directory.toString()));
    Files.writeString(directory.resolve("kubelet.yaml"), node.configuration());
    return node;
  }

  // Without cgroups, which only root may make.
  private String configuration() {
    return """
    apiVersion: kubelet.config.k8s.io/v1beta1
    kind: KubeletConfiguration
    staticPodPath: %s
    containerRuntimeEndpoint: unix://%s
    cgroupsPerQOS: false
    podLogsDir: %s
    resolvConf: ""
    healthzPort: %d
    address: 127.0.0.1
    port: %d
    authentication:
      anonymous: {enabled: false}
      webhook: {enabled: true}
      x509: {clientCAFile: %s}
    authorization: {mode: Webhook}
    """
        .formatted(
            manifests(),
            directory.resolve("own.sock"),
            directory.resolve("logs"),
            healthPort,
            port,
            ScriptedApi.authority(directory));
  }

  /** Where the container runtime listens; the node has a socket of its own in front of it. */
  Path socket() {
    return directory.resolve("cri.sock");
  }

  private Path manifests() {
    return directory.resolve("manifests");
  }

  private Path manifest() {
    return directory.resolve("manifest.yaml");
  }

  /** The pod that the API server has for the node, as JSON on one line. */
  static String apiPod() throws IOException {
    return JsonWriter.compact(Trees.read(resource("api-pod.yaml"), new Problems()).getFirst());
  }

  boolean answers() {
    return !page("/pods").isEmpty();
  }

  void dropManifest() throws IOException {
    Path unfinished = Files.copy(manifest(), manifests().resolve(".unfinished"));
    Files.move(unfinished, manifests().resolve("pod.yaml"), StandardCopyOption.ATOMIC_MOVE);
  }

  void deleteManifest() throws IOException {
    Files.delete(manifests().resolve("pod.yaml"));
  }

  boolean runsBothPods() {
    return phases().equals(List.of(RUNNING, RUNNING));
  }

  boolean hasOnePod() {
    return phases().size() == 1;
  }

  private List<String> phases() {
    return PHASE
        .matcher(page("/pods"))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  /** Reads the pages, also as others who show a token, about which the API server is asked. */
  void visit() throws IOException {
    String _ = read(connection("http", healthPort, "/healthz"));
    String _ = page("/metrics");
    HttpsURLConnection asked = (HttpsURLConnection) connection("https", port, "/pods");
    try {
      asked.setSSLSocketFactory(TlsContexts.trustingClient(null).getSocketFactory());
    } catch (GeneralSecurityException impossible) {
      throw new IOException(impossible);
    }
    asked.setHostnameVerifier((_, _) -> true);
    asked.setRequestProperty("Authorization", "Bearer training");
    String _ = read(asked);
  }

  /** What the node tells root; empty while it cannot be read. */
  private String page(String path) {
    Path socket = directory.resolve("root/jubelet-run/node.sock");
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      channel.write(
          ByteBuffer.wrap(
              ("GET " + path + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII)));
      String answer =
          new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
      return answer.contains(" 200 OK\r\n") ? answer : "";
    } catch (IOException notYet) {
      return "";
    }
  }

  private static URLConnection connection(String scheme, int port, String path) throws IOException {
    URLConnection made =
        URI.create(scheme + "://127.0.0.1:" + port + path).toURL().openConnection();
    made.setConnectTimeout(PATIENCE_MS);
    made.setReadTimeout(PATIENCE_MS);
    return made;
  }

  /** An answer that is an error is an exception. */
  private static String read(URLConnection from) throws IOException {
    try (InputStream in = from.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TrainedNode.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in this build");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.images.content.Digest;
import dev.jubelet.model.runtime.RegistryCredential;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Debian's docker-registry on the machine's own loopback, behind a password, at a free port. */
final class LoopbackRegistry implements AutoCloseable {
  static final RegistryCredential CREDENTIAL =
      new RegistryCredential(LocalRegistry.USER, LocalRegistry.PASSWORD, "", "", "", "");

  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String REPOSITORY = "it/image";

  private final Process process;
  private final String host;

  private LoopbackRegistry(Process process, String host) {
    this.process = process;
    this.host = host;
  }

  /**
   * @param place its files; does not exist yet
   */
  static LoopbackRegistry start(Path place) throws IOException {
    String host;
    try (ServerSocket free = new ServerSocket(0)) {
      host = "localhost:" + free.getLocalPort();
    }
    LocalRegistry.configure(place, host.replace("localhost", "127.0.0.1"));
    Process process =
        new ProcessBuilder(
                RealParts.registry().toString(), "serve", place.resolve("config.yml").toString())
            .redirectErrorStream(true)
            .redirectOutput(place.resolve("registry.log").toFile())
            .start();
    LoopbackRegistry registry = new LoopbackRegistry(process, host);
    boolean complete = false;
    try {
      Await.until(
          "the registry answers",
          Duration.ofSeconds(20),
          () -> registry.status("/v2/") == 200,
          () -> host);
      complete = true;
    } finally {
      if (!complete) {
        registry.close();
      }
    }
    return registry;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private int status(String path) {
    try {
      return send(HttpRequest.newBuilder(URI.create("http://" + host + path))).statusCode();
    } catch (IOException starting) {
      return 0;
    }
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    String login =
        Base64.getEncoder()
            .encodeToString(
                (LocalRegistry.USER + ":" + LocalRegistry.PASSWORD)
                    .getBytes(StandardCharsets.UTF_8));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          request.header("Authorization", "Basic " + login).timeout(Duration.ofSeconds(20)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  private String descriptor(String type, Path blob) throws IOException {
    HttpResponse<String> begun =
        send(
            HttpRequest.newBuilder(
                    URI.create("http://" + host + "/v2/" + REPOSITORY + "/blobs/uploads/"))
                .POST(HttpRequest.BodyPublishers.noBody()));
    String place = begun.headers().firstValue("Location").orElseThrow();
    HttpResponse<String> done =
        send(
            HttpRequest.newBuilder(URI.create(place + "&digest=" + digest(blob)))
                .header("Content-Type", "application/octet-stream")
                .PUT(HttpRequest.BodyPublishers.ofFile(blob)));
    assertThat(done.statusCode()).isEqualTo(201);
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}"
        .formatted(type, digest(blob), Files.size(blob));
  }

  private static Digest digest(Path blob) throws IOException {
    try (InputStream in = Files.newInputStream(blob)) {
      return Digest.of(in.readAllBytes());
    }
  }

  /**
   * A layer as a file.
   *
   * @param tar what it is when it is not compressed
   * @param compression {@code gzip} or {@code zstd}
   */
  record Layer(Path tar, Path blob, String compression) {}

  /**
   * @param scratch for the image's documents
   * @return the image's name
   */
  String push(List<Layer> all, Path scratch) throws IOException {
    List<String> layers = new ArrayList<>();
    List<String> diffIds = new ArrayList<>();
    for (Layer each : all) {
      diffIds.add("\"" + digest(each.tar()) + "\"");
      layers.add(
          descriptor("application/vnd.oci.image.layer.v1.tar+" + each.compression(), each.blob()));
    }
    Path config = scratch.resolve("config.json");
    Files.writeString(
        config,
        "{\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[" + String.join(",", diffIds) + "]}}");
    String manifest =
        "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"config\":%s,\"layers\":[%s]}"
            .formatted(
                MANIFEST,
                descriptor("application/vnd.oci.image.config.v1+json", config),
                String.join(",", layers));
    HttpResponse<String> put =
        send(
            HttpRequest.newBuilder(
                    URI.create("http://" + host + "/v2/" + REPOSITORY + "/manifests/1"))
                .header("Content-Type", MANIFEST)
                .PUT(HttpRequest.BodyPublishers.ofString(manifest)));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    return host + "/" + REPOSITORY + ":1";
  }
}

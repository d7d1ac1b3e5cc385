package dev.jubelet.bench;

import dev.jubelet.acceptance.Daemon;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Debian's docker-registry on loopback, from which runtimes take plain HTTP. */
final class BenchRegistry implements AutoCloseable {
  private static final String ADDRESS = "localhost:5000";
  private static final String REPOSITORY = "bench/large";
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final Duration START = Duration.ofSeconds(20);

  private final Daemon daemon;
  private final HttpClient client = HttpClient.newHttpClient();

  private BenchRegistry(Daemon daemon) {
    this.daemon = daemon;
  }

  static BenchRegistry start(Path program, Path directory) throws IOException {
    Files.createDirectories(directory);
    Path configuration =
        Files.writeString(
            directory.resolve("config.yml"),
            """
            version: 0.1
            log: {level: error, accesslog: {disabled: true}}
            storage: {filesystem: {rootdirectory: %s/images}}
            http: {addr: 127.0.0.1:5000}
            """
                .formatted(directory));
    return new BenchRegistry(
        Daemon.start(
            "the registry",
            null,
            List.of(program.toString(), "serve", configuration.toString()),
            directory.resolve("registry.log")));
  }

  void awaitReady() {
    Pause.until(
        "the registry answers",
        START,
        Duration.ofMillis(20),
        () -> {
          daemon.requireAlive();
          try {
            return send(request("/v2/").GET()).statusCode() == 200;
          } catch (IOException notYet) {
            return false;
          }
        });
  }

  /** Makes an image of layers; its name as runtimes know it. */
  String push(String tag, List<LargeImage.Layer> layers) throws IOException {
    String ids =
        layers.stream().map(layer -> '"' + layer.diffId() + '"').collect(Collectors.joining(","));
    byte[] config =
        """
        {"architecture":"%s","os":"linux","config":{},"rootfs":{"type":"layers","diff_ids":[%s]}}\
        """
            .formatted(architecture(), ids)
            .getBytes(StandardCharsets.UTF_8);
    String parts =
        layers.stream()
            .map(layer ->
                """
                {"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip","digest":"%s","size":%d}\
                """
                    .formatted(layer.digest(), layer.size()))
            .collect(Collectors.joining(","));
    String manifest =
        """
        {"schemaVersion":2,"mediaType":"%s","config":{"mediaType":"application/vnd.oci.image.config.v1+json",
        "digest":"%s","size":%d},"layers":[%s]}\
        """
            .formatted(MANIFEST, LargeImage.digest(config), config.length, parts);
    for (LargeImage.Layer layer : layers) {
      upload(layer.digest(), BodyPublishers.ofFile(layer.file()));
    }
    upload(LargeImage.digest(config), BodyPublishers.ofByteArray(config));
    require(
        201,
        send(
            request("/v2/" + REPOSITORY + "/manifests/" + tag)
                .header("Content-Type", MANIFEST)
                .PUT(BodyPublishers.ofString(manifest))));
    return ADDRESS + "/" + REPOSITORY + ":" + tag;
  }

  /** Distribution: an upload is begun, and ended at the place that the answer names. */
  private void upload(String digest, HttpRequest.BodyPublisher content) throws IOException {
    HttpResponse<String> begun =
        send(request("/v2/" + REPOSITORY + "/blobs/uploads/").POST(BodyPublishers.noBody()));
    require(202, begun);
    String place = begun.headers().firstValue("Location").orElseThrow();
    URI end =
        URI.create("http://" + ADDRESS)
            .resolve(place + (place.contains("?") ? "&" : "?") + "digest=" + digest);
    require(
        201,
        send(
            HttpRequest.newBuilder(end)
                .header("Content-Type", "application/octet-stream")
                .PUT(content)));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + ADDRESS + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotMeasured("interrupted");
    }
  }

  private static void require(int status, HttpResponse<String> answer) {
    if (answer.statusCode() != status) {
      throw new NotMeasured("the registry answers " + answer.statusCode() + ": " + answer.body());
    }
  }

  private static String architecture() {
    String name = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return name.equals("aarch64") ? "arm64" : "amd64";
  }

  @Override
  public void close() {
    client.close();
    daemon.terminate(Duration.ofSeconds(10));
  }
}

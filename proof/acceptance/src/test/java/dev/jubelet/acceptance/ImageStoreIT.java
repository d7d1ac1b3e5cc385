package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.sandboxed.Tool;
import dev.jubelet.images.ImageStore;
import dev.jubelet.images.ImageStoreSettings;
import dev.jubelet.images.PullResult;
import dev.jubelet.images.StoredImage;
import dev.jubelet.images.content.Digest;
import dev.jubelet.images.pull.LayerProgress;
import dev.jubelet.model.runtime.RegistryCredential;
import dev.jubelet.ports.FailureKind;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our image store against Debian's docker-registry, on loopback, behind a password. */
final class ImageStoreIT {
  private static final RegistryCredential CREDENTIAL =
      new RegistryCredential(LocalRegistry.USER, LocalRegistry.PASSWORD, "", "", "", "");
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String REPOSITORY = "it/image";

  @TempDir Path directory = Path.of("");
  private @Nullable Process registry;
  private String host = "";

  @BeforeEach
  void startRegistry() throws IOException {
    RealParts.requireRoot();
    try (ServerSocket free = new ServerSocket(0)) {
      host = "localhost:" + free.getLocalPort();
    }
    Path place = directory.resolve("registry");
    LocalRegistry.configure(place, host.replace("localhost", "127.0.0.1"));
    registry =
        new ProcessBuilder(
                RealParts.registry().toString(), "serve", place.resolve("config.yml").toString())
            .redirectErrorStream(true)
            .redirectOutput(place.resolve("registry.log").toFile())
            .start();
    Eventually.until(
        "the registry answers", Duration.ofSeconds(20), () -> status("/v2/") == 200, () -> host);
  }

  @AfterEach
  void stopRegistry() throws InterruptedException {
    Process process = registry;
    if (process != null) {
      process.destroy();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
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
    Digest digest;
    try (InputStream in = Files.newInputStream(blob)) {
      digest = Digest.of(in.readAllBytes());
    }
    HttpResponse<String> begun =
        send(
            HttpRequest.newBuilder(
                    URI.create("http://" + host + "/v2/" + REPOSITORY + "/blobs/uploads/"))
                .POST(HttpRequest.BodyPublishers.noBody()));
    String place = begun.headers().firstValue("Location").orElseThrow();
    HttpResponse<String> done =
        send(
            HttpRequest.newBuilder(URI.create(place + "&digest=" + digest))
                .header("Content-Type", "application/octet-stream")
                .PUT(HttpRequest.BodyPublishers.ofFile(blob)));
    assertThat(done.statusCode()).isEqualTo(201);
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}"
        .formatted(type, digest, Files.size(blob));
  }

  /** Pushes layers that the machine's own tar made. */
  private void push(List<String> contents) throws IOException {
    List<String> layers = new ArrayList<>();
    List<String> diffIds = new ArrayList<>();
    for (int i = 0; i < contents.size(); i++) {
      Path tree = Files.createDirectories(directory.resolve("tree-" + i));
      Files.createDirectories(tree.resolve("etc"));
      Files.writeString(tree.resolve("etc/layer-" + i), contents.get(i));
      Files.createSymbolicLink(tree.resolve("link"), Path.of("etc/layer-" + i));
      Path tar = directory.resolve("layer-" + i + ".tar");
      Tool.of("tar", "-C", tree.toString(), "--xattrs", "-cf", tar.toString(), ".").run();
      diffIds.add("\"" + Digest.of(Files.readAllBytes(tar)) + "\"");
      boolean gzip = i % 2 == 0;
      Tool.of(gzip ? "gzip" : "zstd", "-qk", tar.toString()).run();
      layers.add(
          descriptor(
              "application/vnd.oci.image.layer.v1.tar+" + (gzip ? "gzip" : "zstd"),
              Path.of(tar + (gzip ? ".gz" : ".zst"))));
    }
    Path config = directory.resolve("config.json");
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
  }

  @Test
  void imagesOfARealRegistryArePulledUnpackedAndMounted() throws IOException {
    List<String> contents = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < 6; i++) {
      byte[] noise = new byte[1 << 20];
      random.nextBytes(noise);
      contents.add(i + HexFormat.of().formatHex(noise));
    }
    push(contents);
    String name = host + "/" + REPOSITORY + ":1";
    try (ImageStore store = new ImageStore(ImageStoreSettings.at(directory.resolve("store")))) {
      assertThat(store.pull(name, null, LayerProgress.Listener.NOBODY))
          .isInstanceOfSatisfying(
              PullResult.Failed.class,
              failed -> assertThat(failed.kind()).isEqualTo(FailureKind.DENIED));
      assertThat(store.pull(name, CREDENTIAL, LayerProgress.Listener.NOBODY))
          .isInstanceOf(PullResult.Pulled.class);
      StoredImage image = store.status(name).orElseThrow();
      Path root = store.root(image, "it");
      try {
        for (int i = 0; i < contents.size(); i++) {
          assertThat(Files.readString(root.resolve("etc/layer-" + i))).isEqualTo(contents.get(i));
        }
        assertThat(Files.readSymbolicLink(root.resolve("link"))).hasToString("etc/layer-5");
      } finally {
        store.releaseRoot("it");
      }
    }
  }
}

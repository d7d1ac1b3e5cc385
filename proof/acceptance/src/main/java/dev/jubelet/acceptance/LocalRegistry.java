package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.images.content.Digest;
import dev.jubelet.model.runtime.config.RegistryCredential;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Debian's docker-registry on the loopback of one node or of this process, behind a name and a
 * password or open to all. Runtimes take plain HTTP from {@code localhost} without being told to.
 */
public final class LocalRegistry implements AutoCloseable {
  /** On a node, which has the port to itself. */
  public static final String ADDRESS = "localhost:5000";

  public static final String USER = "tour";
  public static final String PASSWORD = "swordfish";

  public static final RegistryCredential CREDENTIAL =
      new RegistryCredential(USER, PASSWORD, "", "", "", "");

  // The registry takes bcrypt only.
  private static final String HASH = "$2y$04$iuaGHy/RgBu2TBBAMF62ZuiZWRbiu9Z4waIuLm7nUZF8kkniWvHgi";
  private static final Duration START = Duration.ofSeconds(20);
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  private static final String CONFIG = "application/vnd.oci.image.config.v1+json";

  private final @Nullable NodeNamespace namespace;
  private final String address;
  private final Path directory;
  private final Process process;

  private LocalRegistry(
      @Nullable NodeNamespace namespace, String address, Path directory, Process process) {
    this.namespace = namespace;
    this.address = address;
    this.directory = directory;
    this.process = process;
  }

  /**
   * A layer as a file.
   *
   * @param digest of the file
   * @param diffId of the archive in it
   * @param compression {@code gzip} or {@code zstd}
   */
  public record Layer(Path blob, String digest, String diffId, String compression) {
    /**
     * @param tar what it is when it is not compressed
     */
    public static Layer of(Path tar, Path blob, String compression) throws IOException {
      return new Layer(
          blob,
          Digest.of(Files.readAllBytes(blob)).toString(),
          Digest.of(Files.readAllBytes(tar)).toString(),
          compression);
    }
  }

  /**
   * @param directory does not exist yet; the registry's files lie in it
   */
  public static LocalRegistry start(Path program, NodeNamespace namespace, Path directory) {
    return start(program, namespace, ADDRESS, directory, guard(directory));
  }

  /** One that asks nobody for a name. */
  public static LocalRegistry open(Path program, NodeNamespace namespace, Path directory) {
    return start(program, namespace, ADDRESS, directory, "");
  }

  /** One that asks nobody for a name, in the network of this process. */
  public static LocalRegistry openHere(Path program, Path directory) {
    return start(program, null, ADDRESS, directory, "");
  }

  /** One in the network of this process, at a port that is free. */
  public static LocalRegistry startHere(Path program, Path directory) throws IOException {
    String address;
    try (ServerSocket free = new ServerSocket(0)) {
      address = "localhost:" + free.getLocalPort();
    }
    return start(program, null, address, directory, guard(directory));
  }

  private static LocalRegistry start(
      Path program,
      @Nullable NodeNamespace namespace,
      String address,
      Path directory,
      String guard) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("users"), USER + ":" + HASH + "\n");
      Path configuration = directory.resolve("config.yml");
      Files.writeString(configuration, configuration(directory, address) + guard);
      List<String> words = List.of(program.toString(), "serve", configuration.toString());
      Process process =
          new ProcessBuilder(namespace == null ? words : namespace.enter(words))
              .redirectErrorStream(true)
              .redirectOutput(log(directory).toFile())
              .start();
      process.getOutputStream().close();
      LocalRegistry registry = new LocalRegistry(namespace, address, directory, process);
      boolean complete = false;
      try {
        Await.until(
            "the registry answers",
            START,
            () -> registry.curl(address + "/v2/").attempt().ok(),
            () -> String.join("\n", lines(directory)));
        complete = true;
      } finally {
        if (!complete) {
          registry.close();
        }
      }
      return registry;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Puts an image there.
   *
   * @param archive a tar of an OCI image layout with one image
   * @param repository such as {@code tour/busybox}; its tag is 1
   */
  public void push(Path archive, String repository) {
    push(archive, repository, "1");
  }

  public void push(Path archive, String repository, String tag) {
    try {
      Path layout = Files.createTempDirectory(directory, "layout");
      Tool.of("tar", "-xf", archive.toString(), "-C", layout.toString()).run();
      String digest =
          Document.parse(Files.readString(layout.resolve("index.json")))
              .at("manifests")
              .items()
              .getFirst()
              .at("digest")
              .text();
      Document manifest = Document.parse(Files.readString(blob(layout, digest)));
      Stream.concat(Stream.of(manifest.at("config")), manifest.at("layers").items().stream())
          .map(part -> part.at("digest").text())
          .forEach(part -> upload(blob(layout, part), repository, part));
      send(blob(layout, digest), MANIFEST, address + "/v2/" + repository + "/manifests/" + tag);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Makes an image of layers.
   *
   * @return its name, as runtimes know it
   */
  public String push(List<Layer> layers, String repository, String tag) {
    try {
      String ids =
          layers.stream().map(each -> '"' + each.diffId() + '"').collect(Collectors.joining(","));
      Path config = Files.createTempFile(directory, "config", ".json");
      Files.writeString(
          config,
          """
          {"architecture":"%s","os":"linux","config":{},"rootfs":{"type":"layers","diff_ids":[%s]}}\
          """
              .formatted(architecture(), ids));
      String configDigest = Digest.of(Files.readAllBytes(config)).toString();
      upload(config, repository, configDigest);
      List<String> parts = new ArrayList<>();
      for (Layer each : layers) {
        upload(each.blob(), repository, each.digest());
        String type = "application/vnd.oci.image.layer.v1.tar+" + each.compression();
        parts.add(descriptor(type, each.digest(), each.blob()));
      }
      Path manifest = Files.createTempFile(directory, "manifest", ".json");
      Files.writeString(
          manifest,
          "{\"schemaVersion\":2,\"mediaType\":\"%s\",\"config\":%s,\"layers\":[%s]}"
              .formatted(
                  MANIFEST, descriptor(CONFIG, configDigest, config), String.join(",", parts)));
      send(manifest, MANIFEST, address + "/v2/" + repository + "/manifests/" + tag);
      return address + "/" + repository + ":" + tag;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String descriptor(String type, String digest, Path content) throws IOException {
    return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}"
        .formatted(type, digest, Files.size(content));
  }

  private static String architecture() {
    return System.getProperty("os.arch", "").equals("aarch64") ? "arm64" : "amd64";
  }

  /** How often the image was looked up with success: once for each pull, whatever it moved. */
  public static long pulls(Path directory, String repository) {
    String request = " /v2/" + repository + "/manifests/1 HTTP/1.1\" 200 ";
    return lines(directory).stream().filter(line -> line.contains(request)).count();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  /** Distribution: an upload is begun, and ended at the place that the answer names. */
  private void upload(Path blob, String repository, String digest) {
    String place =
        curl("-X", "POST", "-D", "-", address + "/v2/" + repository + "/blobs/uploads/")
            .run()
            .lines()
            .filter(line -> line.regionMatches(true, 0, "location:", 0, 9))
            .map(line -> line.substring(9).strip())
            .findFirst()
            .orElseThrow();
    String digestAs = (place.contains("?") ? "&" : "?") + "digest=" + digest;
    send(blob, "application/octet-stream", place + digestAs);
  }

  private void send(Path content, String type, String place) {
    curl("-X", "PUT", "-H", "Content-Type: " + type, "--data-binary", "@" + content, place).run();
  }

  private Tool curl(String... words) {
    List<String> all = new ArrayList<>(List.of("curl", "-sS", "-f", "-m", "20"));
    all.addAll(List.of("-u", USER + ":" + PASSWORD));
    all.addAll(List.of(words));
    String[] command = all.toArray(String[]::new);
    return namespace == null ? Tool.of(command) : namespace.in(command);
  }

  private static List<String> lines(Path directory) {
    try {
      return Files.readAllLines(log(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path log(Path directory) {
    return directory.resolve("registry.log");
  }

  private static Path blob(Path layout, String digest) {
    return layout.resolve("blobs").resolve(digest.replace(':', '/'));
  }

  private static String configuration(Path directory, String address) {
    return """
    version: 0.1
    storage:
      filesystem:
        rootdirectory: %1$s/images
    http:
      addr: %2$s
    """
        .formatted(directory, address.replace("localhost", "127.0.0.1"));
  }

  private static String guard(Path directory) {
    return """
    auth:
      htpasswd:
        realm: tour
        path: %s/users
    """
        .formatted(directory);
  }
}

package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Debian's docker-registry on the loopback of one node, behind a name and a password or open to
 * all. Runtimes take plain HTTP from {@code localhost} without being told to.
 */
public final class LocalRegistry implements AutoCloseable {
  public static final String ADDRESS = "localhost:5000";
  public static final String USER = "tour";
  public static final String PASSWORD = "swordfish";

  // The registry takes bcrypt only.
  private static final String HASH = "$2y$04$iuaGHy/RgBu2TBBAMF62ZuiZWRbiu9Z4waIuLm7nUZF8kkniWvHgi";
  private static final Duration START = Duration.ofSeconds(20);
  private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

  private final NodeNamespace namespace;
  private final Path directory;
  private final Process process;

  private LocalRegistry(NodeNamespace namespace, Path directory, Process process) {
    this.namespace = namespace;
    this.directory = directory;
    this.process = process;
  }

  /**
   * @param directory does not exist yet; the registry's files lie in it
   */
  public static LocalRegistry start(Path program, NodeNamespace namespace, Path directory) {
    return start(program, namespace, directory, guard(directory));
  }

  /** One that asks nobody for a name. */
  public static LocalRegistry open(Path program, NodeNamespace namespace, Path directory) {
    return start(program, namespace, directory, "");
  }

  private static LocalRegistry start(
      Path program, NodeNamespace namespace, Path directory, String guard) {
    try {
      configure(directory, "127.0.0.1:5000", guard);
      Process process =
          new ProcessBuilder(
                  namespace.enter(
                      List.of(
                          program.toString(), "serve", directory.resolve("config.yml").toString())))
              .redirectErrorStream(true)
              .redirectOutput(log(directory).toFile())
              .start();
      process.getOutputStream().close();
      LocalRegistry registry = new LocalRegistry(namespace, directory, process);
      boolean complete = false;
      try {
        Await.until(
            "the registry answers",
            START,
            () -> registry.curl(ADDRESS + "/v2/").attempt().ok(),
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
   * Writes what a registry needs to start with {@code serve config.yml}.
   *
   * @param address on which it listens
   */
  static void configure(Path directory, String address) throws IOException {
    configure(directory, address, guard(directory));
  }

  private static void configure(Path directory, String address, String guard) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("users"), USER + ":" + HASH + "\n");
    Files.writeString(directory.resolve("config.yml"), configuration(directory, address) + guard);
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
      send(blob(layout, digest), MANIFEST, ADDRESS + "/v2/" + repository + "/manifests/" + tag);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
        curl("-X", "POST", "-D", "-", ADDRESS + "/v2/" + repository + "/blobs/uploads/")
            .run()
            .lines()
            .filter(line -> line.regionMatches(true, 0, "location:", 0, 9))
            .map(line -> line.substring(9).strip())
            .findFirst()
            .orElseThrow();
    send(blob, "application/octet-stream", place + "&digest=" + digest);
  }

  private void send(Path content, String type, String place) {
    curl("-X", "PUT", "-H", "Content-Type: " + type, "--data-binary", "@" + content, place).run();
  }

  private Tool curl(String... words) {
    List<String> all = new ArrayList<>(List.of("curl", "-sS", "-f", "-m", "20"));
    all.addAll(List.of("-u", USER + ":" + PASSWORD));
    all.addAll(List.of(words));
    return namespace.in(all.toArray(String[]::new));
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
        .formatted(directory, address);
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

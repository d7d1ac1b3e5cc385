package dev.jubelet.acceptance.critest;

import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.DirectoryTree;
import dev.jubelet.linux.mount.Mounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A network namespace without a way out, in which a registry on loopback answers for every other
 * registry: there critest finds its images under the names that it knows.
 */
public final class CritestNamespace implements AutoCloseable {
  private static final long MINUTES = 30;
  // For people who work on one of them.
  private static final String FOCUS = System.getProperty("jubelet.critest.focus", "");

  private final Programs programs;
  private final Path directory;
  private final NodeNamespace namespace;
  private final LocalRegistry registry;
  private final List<String> segmentsBefore = segments();

  /**
   * @param effectiveUser says its effective user, for an image
   */
  public record Programs(Path critest, Path effectiveUser, Path registry) {}

  private CritestNamespace(
      Programs programs, Path directory, NodeNamespace namespace, LocalRegistry registry) {
    this.programs = programs;
    this.directory = directory;
    this.namespace = namespace;
    this.registry = registry;
  }

  public static CritestNamespace open(Programs programs) {
    try {
      Path directory = Files.createTempDirectory(Path.of("/tmp"), "jct");
      // Containers run as others than root, and look into directories that they get from here.
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      NodeNamespace namespace = NodeNamespace.create(directory.resolve("net"), "10.99.0.1");
      LocalRegistry registry =
          LocalRegistry.open(programs.registry(), namespace, directory.resolve("registry"));
      CritestNamespace place = new CritestNamespace(programs, directory, namespace, registry);
      Path everybody = Files.createDirectories(place.registries().resolve("_default"));
      Files.writeString(
          everybody.resolve("hosts.toml"),
          """
          server = "http://127.0.0.1:5000"
          [host."http://127.0.0.1:5000"]
            capabilities = ["pull", "resolve"]
          """);
      CritestImages.push(registry, directory, programs.effectiveUser());
      return place;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path directory() {
    return directory;
  }

  public NodeNamespace namespace() {
    return namespace;
  }

  /** For a runtime's configuration: {@code HOST/hosts.toml}. */
  public Path registries() {
    return directory.resolve("registries");
  }

  /**
   * Runs all specs, in an order by chance.
   *
   * @param name of the run, for its files
   * @param around words before those of critest: where it is to run
   * @param leftOut what specs are not run, by their names
   */
  public CritestReport run(String name, Path socket, List<String> around, String leftOut) {
    try {
      Path report = directory.resolve(name + ".xml");
      Path log = log(name);
      List<String> words = new ArrayList<>(around);
      words.addAll(
          List.of(
              programs.critest().toString(),
              "-config=/dev/null",
              "-runtime-endpoint=unix://" + socket,
              "-ginkgo.no-color",
              "-ginkgo.skip=" + leftOut,
              "-ginkgo.focus=" + FOCUS,
              "-ginkgo.junit-report=" + report));
      ProcessBuilder builder =
          new ProcessBuilder(namespace.enter(words))
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile());
      builder.environment().put("TMPDIR", Files.createDirectories(directory.resolve("t")) + "");
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("critest does not end within " + MINUTES + " minutes");
      }
      if (!Files.exists(report)) {
        throw new AssertionError("critest ended without a report:\n" + Files.readString(log));
      }
      return CritestReport.read(report);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  public Path log(String name) {
    return directory.resolve(name + ".log");
  }

  @Override
  public void close() {
    registry.close();
    segments().stream()
        .filter(id -> !segmentsBefore.contains(id))
        .forEach(CritestNamespace::remove);
    namespace.close();
    Mounts.unmountBeneath(directory);
    DirectoryTree.delete(directory);
  }

  /** Shared memory of the machine: critest makes some and leaves it. */
  private static List<String> segments() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/sysvipc/shm"))) {
      return lines.skip(1).map(line -> line.strip().split("\\s+")[1]).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(String segment) {
    Tool.of("ipcrm", "-m", segment).attempt();
  }
}

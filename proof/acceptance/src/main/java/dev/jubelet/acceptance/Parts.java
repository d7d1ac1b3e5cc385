package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.ContainerdProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** The real programs that {@code parts/install --test} brings, and where it puts them. */
public final class Parts {
  private static final String BUILT = "parts/containerd-2.3.4-crictl-1.36.0";
  private static final String CRITEST = "parts/critest-1.36.0-1";
  private static final String KUBERNETES = "parts/kubernetes-1.36.4";

  private static final String REGISTRY = "parts/registry-1/docker-registry";

  private Parts() {}

  /** Debian's: the oldest that we support, without an event stream. */
  public static Optional<ContainerdProgram> debianContainerd() {
    return ContainerdProgram.installed();
  }

  /** A current one, with the event stream. */
  public static Optional<ContainerdProgram> currentContainerd() {
    return built("containerd").map(ContainerdProgram::at);
  }

  public static Optional<Path> crictl() {
    return built("crictl");
  }

  /** The conformance tests of CRI, of the same version as crictl. */
  public static Optional<Path> critest() {
    return program(CRITEST, "critest");
  }

  /** Says its effective user, for an image of critest's. */
  public static Optional<Path> effectiveUser() {
    return program(CRITEST, "effective-user");
  }

  /** The directory with a control plane's programs, kubectl and the Go kubelet. */
  public static Optional<Path> kubernetes() {
    Path directory = cache().resolve(KUBERNETES);
    return Files.isExecutable(directory.resolve("kubelet"))
        ? Optional.of(directory)
        : Optional.empty();
  }

  /** Debian's docker-registry, never installed on this machine. */
  public static Optional<Path> registry() {
    Path program = cache().resolve(REGISTRY);
    return Files.isExecutable(program) ? Optional.of(program) : Optional.empty();
  }

  /** The root of the source tree, from the directory in which Maven runs tests or from ./dev. */
  public static Path repository() {
    String given = System.getProperty("jubelet.home", "");
    if (!given.isEmpty()) {
      return Path.of(given);
    }
    Path here = Path.of("").toAbsolutePath();
    for (Path candidate = here; candidate != null; candidate = candidate.getParent()) {
      if (Files.isExecutable(candidate.resolve("jubelet"))
          && Files.exists(candidate.resolve("dev"))) {
        return candidate;
      }
    }
    throw new IllegalStateException(here + " is not inside of the source tree");
  }

  private static Optional<Path> built(String name) {
    return program(BUILT, name);
  }

  private static Optional<Path> program(String directory, String name) {
    Path program = cache().resolve(directory).resolve(name);
    return Files.isExecutable(program) ? Optional.of(program) : Optional.empty();
  }

  /** Where parts/install puts what no package brings. */
  public static Path cache() {
    String own = System.getenv("JUBELET_CACHE");
    if (own != null && !own.isEmpty()) {
      return Path.of(own);
    }
    String shared = System.getenv("XDG_CACHE_HOME");
    Path base =
        shared != null && !shared.isEmpty()
            ? Path.of(shared)
            : Path.of(Objects.requireNonNullElse(System.getenv("HOME"), "/root"), ".cache");
    return base.resolve("jubelet");
  }
}

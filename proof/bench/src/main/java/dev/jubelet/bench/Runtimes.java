package dev.jubelet.bench;

import dev.jubelet.acceptance.host.ContainerdProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The containerds that {@code parts/install --test} brings. */
final class Runtimes {
  private static final String BUILT = "parts/containerd-2.3.4-crictl-1.36.0/containerd";

  private Runtimes() {}

  static ContainerdProgram find(int major) {
    if (major == 1) {
      return ContainerdProgram.installed()
          .orElseThrow(() -> new NotMeasured("no containerd is installed: run parts/install"));
    }
    Path built = cache().resolve(BUILT);
    if (!Files.isExecutable(built)) {
      throw new NotMeasured(built + " is missing: run parts/install --test");
    }
    return ContainerdProgram.at(built);
  }

  /** As in parts/install. */
  private static Path cache() {
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

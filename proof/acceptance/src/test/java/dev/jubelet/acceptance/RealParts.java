package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.jubelet.app.sandboxed.ContainerdProgram;
import dev.jubelet.app.sandboxed.Privileges;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The parts that a test cannot do without: where they are missing it is skipped, in CI it fails.
 */
public final class RealParts {
  private RealParts() {}

  public static ContainerdProgram debianContainerd() {
    return required("containerd", Parts.debianContainerd());
  }

  public static ContainerdProgram currentContainerd() {
    return required("containerd 2.x", Parts.currentContainerd());
  }

  /** For tests that hold on every runtime. */
  public static Stream<ContainerdProgram> containerds() {
    return Stream.of(debianContainerd(), currentContainerd());
  }

  public static Path crictl() {
    return required("crictl", Parts.crictl());
  }

  public static Path registry() {
    return required("docker-registry", Parts.registry());
  }

  public static RealNode node(ContainerdProgram containerd) {
    requireRoot();
    return RealNode.start(containerd, crictl());
  }

  public static void requireRoot() {
    if (!Privileges.root()) {
      missing("root is needed: run the tests as root");
    }
  }

  public static <T> T required(String name, Optional<T> part) {
    return part.orElseGet(() -> missing(name + " is missing: run parts/install --test"));
  }

  private static <T> T missing(String what) {
    return "true".equals(System.getenv("CI")) ? fail(what) : abort(what);
  }
}

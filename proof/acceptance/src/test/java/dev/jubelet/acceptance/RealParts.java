package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.jubelet.acceptance.host.ContainerdProgram;
import dev.jubelet.app.host.Privileges;
import java.nio.file.Path;
import java.util.Optional;

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

  public static Path crictl() {
    return required("crictl", Parts.crictl());
  }

  public static Path registry() {
    return required("docker-registry", Parts.registry());
  }

  /** On that runtime, or on the one that was asked for. */
  public static RealNode node(TestRuntime runtime) {
    return node(runtime.choice());
  }

  public static RealNode node(RuntimeChoice runtime) {
    requireRoot();
    return RealNode.start(runtime, crictl());
  }

  public static void requireRoot() {
    if (!Privileges.root()) {
      missing("root is needed: run the tests as root");
    }
  }

  public static <T> T required(String name, Optional<T> part) {
    return part.orElseGet(() -> missing(name + " is missing: run parts/install --test"));
  }

  @SuppressWarnings("TypeParameterUnusedInFormals") // It never returns.
  public static <T> T missing(String what) {
    return "true".equals(System.getenv("CI")) ? fail(what) : abort(what);
  }
}

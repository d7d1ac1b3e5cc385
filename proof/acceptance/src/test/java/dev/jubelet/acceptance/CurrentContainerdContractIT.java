package dev.jubelet.acceptance;

import dev.jubelet.testkit.contract.ContainerRuntimeContract;
import dev.jubelet.testkit.contract.RuntimeUnderTest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** containerd 2.x behind our CRI client keeps the contract that the fake runtime keeps. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CurrentContainerdContractIT extends ContainerRuntimeContract {
  private @Nullable RealRuntime runtime;

  @BeforeAll
  void start() {
    runtime = new RealRuntime(TestRuntime.CONTAINERD_2, true);
  }

  @AfterAll
  void stop() {
    if (runtime != null) {
      runtime.close();
    }
  }

  @Override
  protected RuntimeUnderTest subject() {
    return Objects.requireNonNull(runtime);
  }
}

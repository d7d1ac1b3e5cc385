package dev.jubelet.testkit.contract;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every container runtime must do for this node, the fake one and real ones alike. A subclass
 * says what is tested; each test has a pod of its own, so that they may share one runtime.
 */
public abstract class ContainerRuntimeContract
    implements SandboxContract,
        SandboxEndContract,
        ContainerContract,
        ContainerEndContract,
        StreamContract,
        ImageContract,
        RuntimeFactsContract {
  private @Nullable ContractPod bench;

  protected abstract RuntimeUnderTest subject();

  @Override
  public ContractPod bench() {
    ContractPod current = bench;
    if (current == null) {
      throw new IllegalStateException("a workbench lives only during a test");
    }
    return current;
  }

  @BeforeEach
  void setUpBench() {
    bench = new ContractPod(subject());
  }

  @AfterEach
  void cleanUpBench() {
    bench().cleanUp();
    bench = null;
  }
}

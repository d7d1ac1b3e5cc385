package dev.jubelet.testkit.runtime;

import dev.jubelet.testkit.contract.ContainerRuntimeContract;
import dev.jubelet.testkit.contract.RuntimeUnderTest;

class FakeRuntimeContractTest extends ContainerRuntimeContract {
  private final FakeRuntimeUnderTest subject = new FakeRuntimeUnderTest();

  @Override
  protected RuntimeUnderTest subject() {
    return subject;
  }
}

package dev.jubelet.testkit;

import dev.jubelet.ports.PodCgroups;
import dev.jubelet.testkit.contract.PodCgroupsContract;

class FakeCgroupsContractTest extends PodCgroupsContract {
  private final FakeCgroups cgroups =
      new FakeCgroups(Outside.virtual(() -> ManualTime.DAWN), uid -> {});

  @Override
  protected PodCgroups cgroups() {
    return cgroups;
  }
}

package dev.jubelet.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.ports.PodCgroups;
import dev.jubelet.testkit.Needed;
import dev.jubelet.testkit.contract.PodCgroupsContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class CgroupTreeContractTest extends PodCgroupsContract {
  private static final String ROOT = "jubelet-contract-" + ProcessHandle.current().pid();
  private static final CgroupTree TREE =
      CgroupTree.open(CgroupDriver.CGROUPFS, "/" + ROOT, Path.of("/test"));

  @BeforeAll
  static void needRoot() {
    Needed.root();
  }

  @AfterAll
  static void removeRoot() throws InterruptedException {
    List<Path> mine =
        TREE.layout().mounts().stream()
            .map(mount -> mount.resolve(ROOT))
            .filter(Files::isDirectory)
            .toList();
    assertThat(new CgroupReaper(new CgroupFiles.OfKernel(), Thread::sleep).remove(mine)).isEmpty();
  }

  @Override
  protected PodCgroups cgroups() {
    return TREE;
  }
}

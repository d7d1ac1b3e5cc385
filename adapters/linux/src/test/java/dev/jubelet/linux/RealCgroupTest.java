package dev.jubelet.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.cgroup.CgroupFiles;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.linux.cgroup.CgroupReaper;
import dev.jubelet.linux.cgroup.CgroupTree;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.testkit.Needed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cgroups of this very machine, in a root of the test's own that is removed at its end. */
@Timeout(60)
final class RealCgroupTest {
  private static final PodUid UID = new PodUid("1234-abcd");

  private final String root = "jubelet-test-" + ProcessHandle.current().pid();
  private final CgroupTree tree =
      CgroupTree.open(CgroupDriver.CGROUPFS, "/" + root, Path.of("/test"));

  @BeforeEach
  void needRoot() {
    Needed.root();
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    List<Path> mine = tree.layout().mounts().stream().map(mount -> mount.resolve(root)).toList();
    List<Path> left =
        new CgroupReaper(new CgroupFiles.OfKernel(), Thread::sleep)
            .remove(mine.stream().filter(Files::isDirectory).toList());
    assertThat(left).isEmpty();
    assertThat(mine).noneMatch(Files::exists);
  }

  @Test
  void makesUpdatesListsAndRemovesAPod() throws Exception {
    tree.ensure(pod(QosClass.BURSTABLE, 512, 64L << 20));
    tree.ensure(pod(QosClass.BURSTABLE, 256, null));
    assertThat(tree.list()).containsExactly(UID);
    for (CgroupLayout.Hierarchy hierarchy : tree.layout().hierarchies()) {
      Path pod = hierarchy.mount().resolve(root + "/kubepods/burstable/pod" + UID);
      assertThat(pod).isDirectory();
      if (hierarchy.controllers().contains("cpu")) {
        assertThat(pod.resolve("cpu.shares")).hasContent("256");
        assertThat(pod.resolve("cpu.cfs_quota_us")).hasContent("50000");
        assertThat(pod.resolveSibling("cpu.shares")).hasContent("256");
      }
      if (hierarchy.controllers().contains("cpuset")) {
        assertThat(Files.readString(pod.resolve("cpuset.cpus"))).isNotBlank();
        assertThat(Files.readString(pod.resolve("cpuset.mems"))).isNotBlank();
      }
    }
    tree.remove(UID);
    tree.remove(UID);
    assertThat(tree.list()).isEmpty();
  }

  @Test
  void knowsTheCgroupsThatANodeOfAnotherDirectoryMade() {
    tree.ensure(pod(QosClass.BURSTABLE, 512, null));
    CgroupTree other = CgroupTree.open(CgroupDriver.CGROUPFS, "/" + root, Path.of("/other"));
    assertThat(other.list()).isEmpty();
    assertThat(tree.list()).containsExactly(UID);
  }

  @Test
  void killsWhatRunsInThePodAndBelowIt() throws Exception {
    tree.ensure(pod(QosClass.GUARANTEED, 512, 64L << 20));
    Process inPod = new ProcessBuilder("sleep", "300").start();
    Process inContainer = new ProcessBuilder("sleep", "300").start();
    try {
      CgroupFiles files = new CgroupFiles.OfKernel();
      for (CgroupLayout.Hierarchy hierarchy : tree.layout().hierarchies()) {
        Path pod = hierarchy.mount().resolve(root + "/kubepods/pod" + UID);
        Path container = pod.resolve("container");
        files.makeDirectory(container);
        if (hierarchy.controllers().contains("cpuset")) {
          for (String file : List.of("cpuset.cpus", "cpuset.mems")) {
            files.write(container.resolve(file), Files.readString(pod.resolve(file)).strip());
          }
        }
        files.write(container.resolve("cgroup.procs"), Long.toString(inContainer.pid()));
        if (!tree.layout().unified()) {
          files.write(pod.resolve("cgroup.procs"), Long.toString(inPod.pid()));
        }
      }
      tree.remove(UID);
      assertThat(inContainer.waitFor(60, TimeUnit.SECONDS)).isTrue();
      if (!tree.layout().unified()) {
        assertThat(inPod.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(tree.list()).isEmpty();
    } finally {
      inPod.destroyForcibly();
      inContainer.destroyForcibly();
    }
  }

  private static PodCgroup pod(QosClass qos, long shares, @Nullable Long memory) {
    return new PodCgroup(UID, qos, shares, 50_000L, 100_000, memory, 200L, Map.of());
  }
}

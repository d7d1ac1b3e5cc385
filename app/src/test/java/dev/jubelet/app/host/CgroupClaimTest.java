package dev.jubelet.app.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.jubelet.app.failure.CommandFailure;
import dev.jubelet.linux.cgroup.CgroupBranch;
import dev.jubelet.linux.cgroup.CgroupTree;
import dev.jubelet.linux.file.SharedLock;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In a cgroup of the test's own, which is gone at its end. */
@Timeout(60)
final class CgroupClaimTest {
  private static final PodUid POD = new PodUid("1234-abcd");

  @TempDir Path locks;
  private final String root = "jubelet-claim-" + ProcessHandle.current().pid();
  private final CgroupTree ours =
      CgroupTree.open(CgroupDriver.CGROUPFS, "/" + root, Path.of("/ours"));
  private final CgroupTree theirs =
      CgroupTree.open(CgroupDriver.CGROUPFS, "/" + root, Path.of("/theirs"));
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void needRoot() {
    assumeThat(Privileges.root()).isTrue();
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    assertThat(new CgroupBranch(ours.layout()).remove(root)).isTrue();
  }

  private CgroupClaim claim(boolean shared) {
    return new CgroupClaim(ours, locks, shared, (_, _, _, reason, _) -> told.add(reason));
  }

  @Test
  void oneNodeAtATimeHasARoot() {
    try (SharedLock _ = claim(false).take(Set::of).orElseThrow()) {
      assertThatThrownBy(() -> claim(false).take(Set::of))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("/" + root + "/kubepods is in use: another Jubelet node")
          .hasMessageContaining("cgroupRoot")
          .hasMessageContaining("--share-cgroup-root");
      assertThat(claim(true).take(Set::of)).isEmpty();
      assertThat(told).containsExactly("SharedCgroupRoot");
    }
    claim(false).take(Set::of).orElseThrow().close();
  }

  @Test
  void podsThatNobodyHereKnowsKeepTheNodeFromStarting() throws Exception {
    Process running = new ProcessBuilder("sleep", "300").start();
    try {
      runIn(theirs, running);
      assertThatThrownBy(() -> claim(false).take(Set::of))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("does not know run below it: " + POD.value());
      assertThat(ours.list()).isEmpty();
      // As after a Go kubelet on the same runtime, or with the same directories.
      claim(false).take(() -> Set.of(POD)).orElseThrow().close();
      claim(true).take(Set::of).orElseThrow().close();
      assertThat(running.isAlive()).isTrue();
    } finally {
      running.destroyForcibly();
    }
  }

  @Test
  void podsThatWeMadeDoNot() throws Exception {
    Process running = new ProcessBuilder("sleep", "300").start();
    try {
      runIn(ours, running);
      claim(false).take(Set::of).orElseThrow().close();
    } finally {
      running.destroyForcibly();
    }
  }

  private void runIn(CgroupTree tree, Process process) {
    tree.ensure(new PodCgroup(POD, QosClass.BURSTABLE, 512, null, 100_000, null, null, Map.of()));
    CgroupBranch branch = new CgroupBranch(tree.layout());
    String pod = root + "/kubepods/burstable/pod" + POD;
    branch.write(pod, "memory", "cgroup.procs", Long.toString(process.pid()));
  }
}

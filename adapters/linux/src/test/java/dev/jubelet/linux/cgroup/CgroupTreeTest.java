package dev.jubelet.linux.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.linux.PlainCgroupFiles;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.PodCgroup;
import dev.jubelet.model.status.QosClass;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CgroupTreeTest {
  private static final String OWNER = "/var/lib/kubelet";
  private static final PodUid UID = new PodUid("aa-bb");

  @TempDir Path temp;
  private long waited;

  @Test
  void versionOneMakesThePodInEveryHierarchyAndWritesItsLimits() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    for (Path mount : v1.layout.hierarchies().stream().map(h -> h.mount()).toList()) {
      assertThat(mount.resolve("kubepods/burstable/podaa-bb")).isDirectory();
    }
    Path pod = Path.of("kubepods/burstable/podaa-bb");
    assertThat(v1.cpu.resolve(pod).resolve("cpu.shares")).hasContent("512");
    assertThat(v1.cpu.resolve(pod).resolve("cpu.cfs_quota_us")).hasContent("50000");
    assertThat(v1.memory.resolve(pod).resolve("memory.limit_in_bytes")).hasContent("1048576");
    assertThat(v1.cpuset.resolve(pod).resolve("cpuset.cpus")).hasContent("0-1");
    assertThat(v1.cpuset.resolve(pod).resolve("cpuset.mems")).hasContent("0");
  }

  @Test
  void versionTwoHandsControllersDownAndSkipsThoseThatAreMissing() {
    PlainCgroupFiles files = new PlainCgroupFiles(true);
    Path mount = files.mount(temp.resolve("unified"), "cpu memory io");
    CgroupTree tree = v2(files, mount);
    tree.ensure(pod(512));
    Path pod = mount.resolve("kubepods/burstable/podaa-bb");
    assertThat(pod.resolve("cpu.weight")).hasContent("20");
    assertThat(pod.resolve("cpu.max")).hasContent("50000 100000");
    assertThat(pod.resolve("memory.max")).hasContent("1048576");
    assertThat(pod.resolve("pids.max")).doesNotExist();
    assertThat(mount.resolve("kubepods/cgroup.subtree_control")).hasContent("cpu memory io");
    assertThat(pod.resolve("cgroup.subtree_control")).hasContent("");
  }

  @Test
  void bestEffortClassGetsTheLeastSharesAndBurstableTheSumOfRequests() {
    V1 v1 = new V1();
    PodUid other = new PodUid("cc-dd");
    Path top = v1.cpu.resolve("kubepods");
    v1.tree.ensure(
        new PodCgroup(other, QosClass.BEST_EFFORT, 2, null, 100_000, null, null, Map.of()));
    assertThat(top.resolve("besteffort/cpu.shares")).hasContent("2");
    v1.tree.ensure(pod(512));
    v1.tree.ensure(
        new PodCgroup(other, QosClass.BURSTABLE, 1024, null, 100_000, null, null, Map.of()));
    assertThat(top.resolve("burstable/cpu.shares")).hasContent("1536");
    v1.tree.remove(other);
    assertThat(top.resolve("burstable/cpu.shares")).hasContent("512");
    v1.tree.remove(UID);
    assertThat(top.resolve("burstable/cpu.shares")).hasContent("2");
  }

  @Test
  void secondEnsureWritesNothingUntilSomethingChangedOrWent() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    v1.files.writes.clear();
    v1.tree.ensure(pod(512));
    assertThat(v1.files.writes).isEmpty();
    v1.tree.ensure(pod(1024));
    assertThat(v1.files.writes).anyMatch(write -> write.endsWith("cpu.shares=1024"));
    v1.files.removeDirectory(v1.memory.resolve("kubepods/burstable/podaa-bb"));
    v1.tree.ensure(pod(1024));
    assertThat(v1.memory.resolve("kubepods/burstable/podaa-bb/memory.limit_in_bytes"))
        .hasContent("1048576");
  }

  @Test
  void ensureAfterAnInterruptionAtAnyStepReachesTheSameEnd() {
    int steps = 12;
    for (int step = 0; step < steps; step++) {
      V1 v1 = new V1("run" + step);
      // A prefix: some hierarchies have the pod already, without limits.
      List<Path> mounts = v1.layout.hierarchies().stream().map(h -> h.mount()).toList();
      for (int i = 0; i < step; i++) {
        Path mount = mounts.get(i / 3);
        List<String> levels =
            List.of("kubepods", "kubepods/burstable", "kubepods/burstable/podaa-bb");
        v1.files.makeDirectory(mount.resolve(levels.get(i % 3)));
      }
      v1.tree.ensure(pod(512));
      assertThat(v1.cpu.resolve("kubepods/burstable/podaa-bb/cpu.shares")).hasContent("512");
      assertThat(v1.cpuset.resolve("kubepods/burstable/podaa-bb/cpuset.cpus")).hasContent("0-1");
      assertThat(v1.tree.list()).containsExactly(UID);
      v1.tree.remove(UID);
      assertThat(v1.tree.list()).isEmpty();
    }
  }

  @Test
  void listsPodsThatAreLeftInOneHierarchyOnly() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    Path left = v1.memory.resolve("kubepods/podccc");
    v1.files.makeDirectory(left);
    v1.files.mark(left, OWNER);
    assertThat(v1.tree.list()).containsExactly(UID, new PodUid("ccc"));
    v1.tree.remove(new PodUid("ccc"));
    assertThat(left).doesNotExist();
    assertThat(v1.tree.list()).containsExactly(UID);
  }

  @Test
  void leavesPodsOfOtherKubeletsBelowTheSameRootAlone() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    v1.files.enter(v1.cpu.resolve("kubepods/burstable/podaa-bb"), 4711);
    Path unmarked = v1.memory.resolve("kubepods/podgo");
    v1.files.makeDirectory(unmarked);
    v1.files.enter(unmarked, 4712);
    Path neighbour = v1.memory.resolve("kubepods/podother");
    v1.files.makeDirectory(neighbour);
    v1.files.mark(neighbour, "/var/lib/other");
    v1.files.makeDirectory(neighbour.resolve("container"));
    v1.files.enter(neighbour.resolve("container"), 4713);
    v1.files.makeDirectory(v1.memory.resolve("kubepods/podempty"));
    assertThat(v1.tree.list()).containsExactly(UID);
    assertThat(v1.tree.occupiedByOthers()).containsExactly(new PodUid("go"), new PodUid("other"));
  }

  @Test
  void removesWhatRunsInsideAndBelowFrozenFirst() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    Path pod = v1.freezer.resolve("kubepods/burstable/podaa-bb");
    v1.files.makeDirectory(pod.resolve("container"));
    v1.files.enter(pod.resolve("container"), 4711);
    v1.files.enter(pod, 4712);
    v1.files.stubborn.put(4711, 2);
    v1.tree.remove(UID);
    assertThat(v1.files.killed).containsExactlyInAnyOrder(4711, 4712);
    assertThat(v1.files.writes)
        .anyMatch(write -> write.endsWith("freezer.state=FROZEN"))
        .anyMatch(write -> write.endsWith("freezer.state=THAWED"));
    assertThat(v1.tree.list()).isEmpty();
  }

  @Test
  void versionTwoLetsTheKernelKill() {
    PlainCgroupFiles files = new PlainCgroupFiles(true);
    files.kernelKills = true;
    Path mount = files.mount(temp.resolve("unified"), "cpu memory");
    CgroupTree tree = v2(files, mount);
    tree.ensure(pod(512));
    Path pod = mount.resolve("kubepods/burstable/podaa-bb");
    files.enter(pod, 4711);
    tree.remove(UID);
    assertThat(files.writes).contains(pod.resolve("cgroup.kill") + "=1");
    assertThat(pod).doesNotExist();
  }

  @Test
  void givesUpOnWhatDoesNotDieAndSaysWhich() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    Path pod = v1.cpu.resolve("kubepods/burstable/podaa-bb");
    v1.files.enter(pod, 4711);
    v1.files.stubborn.put(4711, Integer.MAX_VALUE);
    assertThatThrownBy(() -> v1.tree.remove(UID))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.TIMED_OUT))
        .hasMessageContaining("4711")
        .hasMessageContaining(pod.toString());
    assertThat(waited).isBetween(10_000L, 10_200L);
  }

  @Test
  void neverKillsItselfOrInit() {
    V1 v1 = new V1();
    v1.tree.ensure(pod(512));
    int self = (int) ProcessHandle.current().pid();
    Path pod = v1.cpu.resolve("kubepods/burstable/podaa-bb");
    v1.files.enter(pod, 0);
    v1.files.enter(pod, 1);
    v1.files.enter(pod, self);
    assertThatThrownBy(() -> v1.tree.remove(UID)).isInstanceOf(OutsideFailure.class);
    assertThat(v1.files.killed).isEmpty();
  }

  @Test
  void removingAnUnknownPodSucceeds() {
    new V1().tree.remove(new PodUid("unknown"));
    assertThat(waited).isZero();
  }

  @Test
  void saysWhenCgroupsAreNotWritableOrNotThere() {
    V1 v1 = new V1();
    v1.files.readOnly = true;
    assertThatThrownBy(() -> v1.tree.ensure(pod(512)))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.DENIED))
        .hasMessageContaining("cannot set up the cgroup of pod aa-bb")
        .hasMessageContaining("EROFS");
    CgroupTree none =
        tree(new CgroupLayout(false, List.of(), List.of()), new PlainCgroupFiles(false));
    assertThatThrownBy(() -> none.ensure(pod(512))).hasMessageContaining("no cgroup hierarchy");
    assertThat(none.list()).isEmpty();
  }

  @Test
  void refusesAUidThatIsNotUsableAsAName() {
    assertThatThrownBy(() -> new V1().tree.remove(new PodUid("../../x")))
        .isInstanceOfSatisfying(
            OutsideFailure.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.BAD_SPEC));
  }

  private static PodCgroup pod(long shares) {
    return new PodCgroup(
        UID, QosClass.BURSTABLE, shares, 50_000L, 100_000, 1L << 20, null, Map.of());
  }

  private CgroupTree v2(PlainCgroupFiles files, Path mount) {
    return tree(
        new CgroupLayout(true, List.of(new CgroupLayout.Hierarchy(mount, Set.of())), List.of()),
        files);
  }

  private CgroupTree tree(CgroupLayout layout, PlainCgroupFiles files) {
    CgroupReaper.Pause pause =
        millis -> {
          waited += millis;
          layout.mounts().forEach(files::bury);
        };
    return new CgroupTree(
        layout, CgroupNames.of(CgroupDriver.CGROUPFS, ""), files, pause, List.of(), OWNER);
  }

  /** A machine with version 1, and the version 2 tree beside it that some have. */
  private final class V1 {
    final PlainCgroupFiles files = new PlainCgroupFiles(false);
    final Path cpu;
    final Path memory;
    final Path cpuset;
    final Path freezer;
    final CgroupLayout layout;
    final CgroupTree tree;

    V1() {
      this("v1");
    }

    V1(String name) {
      cpu = files.mount(temp.resolve(name + "/cpu,cpuacct"), "cpu cpuacct");
      memory = files.mount(temp.resolve(name + "/memory"), "memory");
      cpuset = files.mount(temp.resolve(name + "/cpuset"), "cpuset");
      freezer = files.mount(temp.resolve(name + "/freezer"), "freezer");
      layout =
          new CgroupLayout(
              false,
              List.of(
                  new CgroupLayout.Hierarchy(cpu, Set.of("cpu", "cpuacct")),
                  new CgroupLayout.Hierarchy(memory, Set.of("memory")),
                  new CgroupLayout.Hierarchy(cpuset, Set.of("cpuset")),
                  new CgroupLayout.Hierarchy(freezer, Set.of("freezer"))),
              List.of(files.mount(temp.resolve(name + "/unified"), "")));
      tree = CgroupTreeTest.this.tree(layout, files);
    }
  }
}

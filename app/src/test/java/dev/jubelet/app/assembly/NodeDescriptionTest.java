package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.settings.ConfigurationLoader;
import dev.jubelet.app.settings.KubeletFlags;
import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.linux.HugePageSize;
import dev.jubelet.linux.cgroup.CgroupLayout;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDescriptionTest {
  private static final long GIB = 1L << 30;

  @TempDir Path folder = Path.of("/");

  @Test
  void capacityIsWhatTheMachineHasAndAllocatableWhatPodsMayHave() throws IOException {
    NodeFacts facts =
        NodeDescription.of(
            config(
                """
                maxPods: 50
                kubeReserved: {cpu: 200m, memory: 100Mi}
                systemReserved: {memory: 100Mi}
                evictionHard: {memory.available: 100Mi}
                """),
            new NodeDescription.Size(
                4, 8 * GIB, 100 * GIB, Map.of(HugePageSize.parse("2Mi"), 512L)),
            "linux",
            "amd64");
    assertThat(facts.capacity())
        .containsEntry("cpu", Quantity.of(4))
        .containsEntry("memory", Quantity.of(8 * GIB))
        .containsEntry("ephemeral-storage", Quantity.of(100 * GIB))
        .containsEntry("hugepages-2Mi", Quantity.of(GIB))
        .containsEntry("pods", Quantity.of(50));
    assertThat(facts.allocatable())
        .containsEntry("cpu", Quantity.parse("3800m"))
        .containsEntry("memory", Quantity.of(7 * GIB - 300 * (1L << 20)))
        .containsEntry("pods", Quantity.of(50));
  }

  @Test
  void carriesTheLabelsOfEveryNode() throws IOException {
    NodeFacts facts =
        NodeDescription.of(
            config(""), new NodeDescription.Size(1, GIB, GIB, Map.of()), "linux", "arm64");
    assertThat(facts.labels())
        .containsEntry("kubernetes.io/hostname", "worker")
        .containsEntry("kubernetes.io/os", "linux")
        .containsEntry("kubernetes.io/arch", "arm64")
        .containsEntry("beta.kubernetes.io/os", "linux")
        .containsEntry("beta.kubernetes.io/arch", "arm64");
  }

  @Test
  void declaresTheResizesThatAreServedHere() throws IOException {
    assertThat(NodeProfiles.declared(config("")))
        .contains(
            "InPlacePodLevelResourcesVerticalScaling", "InPlacePodVerticalScalingInitContainers")
        .isSorted();
  }

  @Test
  void findsWhatTheKernelCanDo() throws IOException {
    MachineAbilities machine = new MachineAbilities(folder);
    CgroupLayout old =
        new CgroupLayout(
            false,
            List.of(new CgroupLayout.Hierarchy(folder.resolve("memory"), Set.of("memory"))),
            List.of());
    Path tree = folder.resolve("tree");
    CgroupLayout unified =
        new CgroupLayout(true, List.of(new CgroupLayout.Hierarchy(tree, Set.of())), List.of());
    file("proc/self/cgroup", "0::/system.slice/jubelet.service\n");

    assertThat(machine.swapController(old)).isFalse();
    assertThat(machine.swapController(unified)).isFalse();
    assertThat(machine.selinux()).isFalse();
    assertThat(machine.thermalThrottles()).isEmpty();

    file("memory/memory.memsw.limit_in_bytes", "");
    file("tree/system.slice/jubelet.service/memory.swap.max", "");
    file("sys/fs/selinux/enforce", "1");
    file("sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "0");
    file("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "0");
    file("sys/devices/system/cpu/cpufreq/boost", "0");
    assertThat(machine.swapController(old)).isTrue();
    assertThat(machine.swapController(unified)).isTrue();
    assertThat(machine.selinux()).isTrue();
    assertThat(machine.thermalThrottles())
        .containsExactly(
            "/sys/devices/system/cpu/cpu0/thermal_throttle",
            "/sys/devices/system/cpu/cpu1/thermal_throttle");
  }

  @Test
  void theProcessKnowsItsAge() {
    String stat = "77 (a name) with) S 1" + " 0".repeat(17) + " 123450 0 0";
    assertThat(ProcessAge.of(stat, "1235.25 99.0\n")).isEqualTo(Duration.ofMillis(750));
    assertThat(ProcessAge.now())
        .hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ZERO, Duration.ofHours(1)));
  }

  private void file(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, content);
  }

  private NodeConfig config(String lines) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config.yaml"),
            "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + lines);
    ConfigurationLoader.Loaded loaded =
        ConfigurationLoader.load(KubeletFlags.of("--config=" + file), "worker");
    assertThat(loaded.errors()).isEmpty();
    return Objects.requireNonNull(loaded.config());
  }
}

package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.process.ProcessTable;
import dev.jubelet.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The node of the other tests is itself trusted only after this. */
final class RealNodeIT {
  private static final Duration SOON = Duration.ofSeconds(20);

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#all")
  void ledgerSeesASandboxOfEveryKindAndNothingAfterItsRemoval(TestRuntime runtime)
      throws Exception {
    try (RealNode node = RealParts.node(runtime)) {
      Ledger before = node.survey().take();
      runPod(node);
      List<String> difference = Ledger.diff(before, node.survey().take());
      assertThat(difference.stream().map(line -> line.substring(0, line.indexOf(" +"))).distinct())
          .contains(
              "cgroup",
              "container",
              "link",
              "mount",
              "network namespace",
              "network result",
              node.runtime().containerd().isPresent() ? "packet rule" : "host port",
              "process",
              "reserved address",
              "snapshot",
              "task");
      node.crictl().removeAll();
      Await.until(
          "empty groups can be removed",
          SOON,
          () -> {
            HostCgroups.remove(node.cgroupRoot());
            return Ledger.diff(before, node.survey().take()).isEmpty();
          },
          () -> Ledger.diff(before, node.survey().take()).toString());
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#all")
  void containersOutliveAKilledRuntimeWhichIsThenStartedAgain(TestRuntime runtime)
      throws Exception {
    try (RealNode node = RealParts.node(runtime)) {
      runPod(node);
      node.runtime().kill();
      assertThat(ProcessTable.mentioning(node.directory() + "/containerd/containerd.toml"))
          .isEmpty();
      assertThat(node.runtime().monitors()).isNotEmpty();
      node.runtime().start(SOON);
      Await.until(
          "the container is seen again", SOON, () -> node.crictl().runningContainers().size() == 1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#all")
  void closingLeavesNothingEvenWhileAPodRuns(TestRuntime runtime) throws Exception {
    Path directory;
    String cgroupRoot;
    try (RealNode node = RealParts.node(runtime)) {
      directory = node.directory();
      cgroupRoot = node.cgroupRoot();
      runPod(node);
    }
    assertThat(directory).doesNotExist();
    assertThat(ProcessTable.mentioning(directory.toString())).isEmpty();
    assertThat(MountTable.read().beneath(directory)).isEmpty();
    assertThat(HostCgroups.directories(cgroupRoot)).isEmpty();
    assertThat(
            Path.of("/var/lib/cni/results")
                .toFile()
                .list((_, name) -> name.startsWith(directory.getFileName().toString())))
        .isNullOrEmpty();
  }

  private static void runPod(RealNode node) throws Exception {
    Path pod =
        Files.writeString(
            node.directory().resolve("pod.json"),
            """
            {"metadata": {"name": "p", "namespace": "n", "uid": "u"},
             "log_directory": "%s/u",
             "port_mappings": [{"container_port": 80, "host_port": 8080}],
             "linux": {"cgroup_parent": "/%s/pod"}}
            """
                .formatted(node.logs(), node.cgroupRoot()));
    Path container =
        Files.writeString(
            node.directory().resolve("container.json"),
            """
            {"metadata": {"name": "c"}, "image": {"image": "localhost/busybox:1"},
             "command": ["/bin/sleep", "1000"], "log_path": "c.log", "linux": {}}
            """);
    node.crictl().run("run", "--no-pull", container.toString(), pod.toString());
    Files.delete(node.logs().resolve("u/c.log"));
    Files.delete(node.logs().resolve("u"));
  }
}

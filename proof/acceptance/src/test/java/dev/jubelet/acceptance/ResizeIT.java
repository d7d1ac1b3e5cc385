package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A manifest with its own UID is edited: the cgroups change, and nothing is restarted. */
final class ResizeIT {
  private static final Duration START = Duration.ofSeconds(20);
  private static final String UID = "0f4f6a52-0a52-4a52-8a52-0123456789ab";

  private static String manifest(String cpu, String memory) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: sized, uid: %s}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: c
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        command: [sleep, "1000"]
        resources: {requests: {cpu: %s, memory: %s}, limits: {cpu: "1", memory: %s}}
    """
        .formatted(UID, cpu, memory, memory);
  }

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#embedded")
  void anEditChangesTheCgroupsOfTheRunningContainer(TestRuntime runtime) {
    try (RealNode node = RealParts.node(runtime)) {
      node.startKubelet();
      Ledger before = node.survey().take();
      node.drop("sized", manifest("100m", "64Mi"));
      node.waitFor("it runs", START, () -> node.phase("sized").equals("Running"));
      String container = node.crictl().runningContainers().getFirst().at("id").text();
      node.waitFor("its cgroups are as asked", START, () -> has(node, 102, 64L << 20));

      node.drop("sized", manifest("200m", "128Mi"));
      node.waitFor("more is given", START, () -> has(node, 204, 128L << 20));

      node.kubelet().killHard();
      node.drop("sized", manifest("50m", "32Mi"));
      node.startKubelet();
      node.waitFor("less is given by the next life", START, () -> has(node, 51, 32L << 20));

      damage(node.root().resolve("jubelet/allocations"));
      node.kubelet().killHard();
      node.startKubelet();
      node.waitFor("it runs all the same", START, () -> node.phase("sized").equals("Running"));
      assertThat(node.crictl().runningContainers().getFirst().at("id").text()).isEqualTo(container);
      assertThat(damaged(node.root().resolve("jubelet"))).hasSize(1);

      node.remove("sized");
      node.waitForEqual(before, START);
    }
  }

  /** Of the pod and of its container alike, in both hierarchies. */
  private static boolean has(RealNode node, long shares, long memory) {
    return values(node, "cpu", "cpu.shares").equals(List.of(shares, shares))
        && values(node, "memory", "memory.limit_in_bytes").equals(List.of(memory, memory));
  }

  /** Of the pod, and of the one cgroup beneath it that is not the sandbox's. */
  private static List<Long> values(RealNode node, String controller, String file) {
    Path pod =
        Path.of("/sys/fs/cgroup", controller, node.cgroupRoot(), "kubepods/burstable/pod" + UID);
    String id = node.crictl().runningContainers().getFirst().at("id").text();
    return Stream.of(pod.resolve(file), pod.resolve(id).resolve(file))
        .map(ResizeIT::number)
        .toList();
  }

  private static long number(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException unreadable) {
      return -1;
    }
  }

  private static void damage(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 2] ^= 4;
      Files.write(file, bytes);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Path> damaged(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(path -> path.toString().contains(".damaged-")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

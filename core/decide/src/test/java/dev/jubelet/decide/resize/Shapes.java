package dev.jubelet.decide.resize;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pods with amounts, written on one line. */
final class Shapes {
  static final Instant SINCE = Instant.parse("2026-01-01T12:00:00Z");
  static final SandboxId SANDBOX = new SandboxId("s");

  private Shapes() {}

  /**
   * @param containers {@code "a 100m/200m 1Gi/2Gi"}: requests and limits of cpu and memory, "-" for
   *     none; a name with {@code !} restarts for cpu, one with {@code #} for memory, and more
   *     containers follow after commas
   */
  static Pod pod(String containers) {
    return pod("uid", containers, "");
  }

  static Pod pod(String uid, String containers, String spec) {
    StringBuilder list = new StringBuilder();
    for (String one : containers.split(", ", -1)) {
      list.append("- ").append(container(one.split(" ", -1))).append('\n');
    }
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: default, uid: %s, generation: 7}
        spec:
        %s
          containers:
        %s
        """
            .formatted(uid, spec.indent(2), list.toString().indent(2)));
  }

  private static String container(String[] words) {
    String name = words[0].replaceAll("[!#]", "");
    String policy = "";
    if (words[0].contains("!")) {
      policy += "{resourceName: cpu, restartPolicy: RestartContainer}, ";
    }
    if (words[0].contains("#")) {
      policy += "{resourceName: memory, restartPolicy: RestartContainer}, ";
    }
    String more = words.length > 3 ? ", " + words[3] : "";
    return "{name: %s, image: i, resizePolicy: [%s], resources: {requests: {%s%s}, limits: {%s%s}}}"
        .formatted(
            name,
            policy,
            amounts(words, 0),
            more.isEmpty() ? "" : more.replace(':', ' ').replace("=", ": "),
            amounts(words, 1),
            more.isEmpty() ? "" : more.replace(':', ' ').replace("=", ": "));
  }

  private static String amounts(String[] words, int side) {
    String cpu = words[1].split("/", -1)[side];
    String memory = words[2].split("/", -1)[side];
    return (cpu.equals("-") ? "" : "cpu: " + cpu)
        + (cpu.equals("-") || memory.equals("-") ? "" : ", ")
        + (memory.equals("-") ? "" : "memory: " + memory);
  }

  static NodeFacts node(String cpu, String memory) {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("cpu", Quantity.parse(cpu));
    amounts.put("memory", Quantity.parse(memory));
    amounts.put("pods", Quantity.of(110));
    return new NodeFacts("n", Map.of(), amounts, amounts, "linux", "amd64");
  }

  static ObservedContainer running(String name, @Nullable LinuxResources told) {
    return running(name, SINCE.minusSeconds(60), told);
  }

  static ObservedContainer running(String name, Instant createdAt, @Nullable LinuxResources told) {
    return new ObservedContainer(
        new ContainerId(name + "-0"),
        SANDBOX,
        pod("x -/- -/-").uid(),
        name,
        0,
        new ContainerCondition.Running(createdAt),
        createdAt,
        "i",
        "i",
        "i",
        "",
        Map.of(),
        Map.of(),
        told,
        null);
  }

  static LinuxResources told(long quota, long shares, long memory) {
    return new LinuxResources(100_000, quota, shares, memory, 0, 0, "", "", Map.of(), Map.of());
  }

  /** On the way from one shape to the other. */
  static ResizeState leaving(Pod before, boolean raised) {
    return new ResizeState(
        null,
        null,
        new ResizeState.Underway(PodAllocation.of(before), SINCE, 7, raised, false),
        Map.of());
  }

  static List<String> keys(ResizePlan plan) {
    return plan.steps().stream().map(ResizeStep::key).toList();
  }
}

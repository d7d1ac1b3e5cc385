package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.resources.Nodes;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.testkit.Pods;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Containers for the tests beside it: one pod with one main container. */
public final class Containers {
  private Containers() {}

  /** Fields of the container and of the pod's specification in one line of YAML each. */
  public static Pod pod(String container, String spec) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: web, namespace: shop, uid: u-1}
        spec:
          %s
          containers:
            - {name: main, image: "busybox:1"%s}
        """
            .formatted(spec, container.isEmpty() ? "" : ", " + container));
  }

  static ConfigOutcome outcome(Pod pod, ContainerContext context) {
    return ContainerConfigs.of(pod, pod.spec().containers().getFirst(), 2, context);
  }

  public static ContainerConfig config(Pod pod, ContainerContext context) {
    return switch (outcome(pod, context)) {
      case ConfigOutcome.Ready(ContainerConfig config) -> config;
      case ConfigOutcome.Refused refused -> throw new AssertionError(refused);
    };
  }

  static String refusal(Pod pod, ContainerContext context) {
    return switch (outcome(pod, context)) {
      case ConfigOutcome.Ready ready -> throw new AssertionError(ready);
      case ConfigOutcome.Refused refused ->
          refused.waitingReason().reason() + ": " + refused.waitingReason().message();
    };
  }

  static ContainerContext context() {
    return context(Nodes.plain(), Nodes.UNIFIED, null);
  }

  static ContainerContext context(
      NodeSettings settings, MachineFacts machine, @Nullable ObservedImage image) {
    return new ContainerContext(
        settings,
        Nodes.facts(),
        machine,
        "sha256:abc",
        image,
        List.of("10.0.0.7"),
        Map.of("data", "/pods/u-1/data", "conf", "/pods/u-1/conf"),
        null,
        null,
        PodObjects.NONE,
        List.of(),
        null,
        null,
        Map.of());
  }

  static ContainerContext withFiles(MachineFacts machine, List<String> podIps) {
    ContainerContext plain = context(Nodes.plain(), machine, null);
    return ContainerContextBuilder.builder(plain)
        .machine(machine)
        .podIps(podIps)
        .terminationLogPath("/pods/u-1/main/end")
        .etcHostsPath("/pods/u-1/etc-hosts")
        .build();
  }

  static ObservedImage image(@Nullable Long uid, String username) {
    return new ObservedImage("sha256:abc", List.of(), List.of(), 1, uid, username, false);
  }
}

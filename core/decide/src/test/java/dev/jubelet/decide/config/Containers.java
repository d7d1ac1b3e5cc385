package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.EnvironmentInputs;
import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.decide.environment.ResolvedValue;
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
  private static final Map<String, String> VOLUMES =
      Map.of("data", "/pods/u-1/data", "conf", "/pods/u-1/conf");

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

  static ResolvedValue<ContainerConfig> outcome(Pod pod, ContainerContext context) {
    return ContainerConfigs.of(pod, pod.spec().containers().getFirst(), 2, context);
  }

  public static ContainerConfig config(Pod pod, ContainerContext context) {
    return switch (outcome(pod, context)) {
      case ResolvedValue.Value(ContainerConfig config) -> config;
      case ResolvedValue.Refused(String why) -> throw new AssertionError(why);
    };
  }

  static String refusal(Pod pod, ContainerContext context) {
    return switch (outcome(pod, context)) {
      case ResolvedValue.Value(ContainerConfig config) -> throw new AssertionError(config);
      case ResolvedValue.Refused(String why) -> why;
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
        image == null ? image(null, "") : image,
        new EnvironmentInputs(
            List.of("10.0.0.7"),
            settings.hostIps(),
            Nodes.facts().allocatable(),
            PodObjects.NONE,
            List.of()),
        new ContainerContext.HostPaths(VOLUMES, null, null, Map.of()),
        null,
        null);
  }

  static ContainerContext withFiles(MachineFacts machine, List<String> podIps) {
    ContainerContext plain = context(Nodes.plain(), machine, null);
    EnvironmentInputs inputs = plain.environment();
    return ContainerContextBuilder.builder(plain)
        .environment(
            new EnvironmentInputs(
                podIps, inputs.hostIps(), inputs.allocatable(), inputs.objects(), List.of()))
        .paths(
            new ContainerContext.HostPaths(
                VOLUMES, "/pods/u-1/main/end", "/pods/u-1/etc-hosts", Map.of()))
        .build();
  }

  static ObservedImage image(@Nullable Long uid, String username) {
    return new ObservedImage("sha256:abc", List.of(), List.of(), 1, uid, username, false);
  }
}

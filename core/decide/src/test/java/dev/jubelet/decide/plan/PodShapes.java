package dev.jubelet.decide.plan;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pods for the planner's tables, each parsed once. */
final class PodShapes {
  private static final Map<String, Pod> PARSED = new ConcurrentHashMap<>();

  private PodShapes() {}

  /**
   * Init containers stand in front of a bar, sidecars have a star, and the grace is 30 s: {@code "i
   * s* | a b"} has an init container i, a sidecar s and two main containers.
   */
  static Pod pod(String policy, String names) {
    return pod(policy, names, "");
  }

  /**
   * @param spec more fields of the specification, such as {@code hostNetwork: true}
   */
  static Pod pod(String policy, String names, String spec) {
    return PARSED.computeIfAbsent(
        policy + " " + names + " " + spec, _ -> parse(policy, names, spec));
  }

  /** With all of the specification given. */
  static Pod specified(String spec) {
    return PARSED.computeIfAbsent(
        spec,
        _ ->
            Pods.fromYaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default, uid: uid-1}
                spec:
                  terminationGracePeriodSeconds: 30
                %s
                """
                    .formatted(spec.indent(2))));
  }

  private static Pod parse(String policy, String names, String spec) {
    int bar = names.indexOf('|');
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: default, uid: uid-1}
        spec:
          restartPolicy: %s
          terminationGracePeriodSeconds: 30
          initContainers: [%s]
          containers: [%s]
        %s
        """
            .formatted(
                policy,
                listed(bar < 0 ? "" : names.substring(0, bar)),
                listed(names.substring(bar + 1)),
                spec.indent(2)));
  }

  private static String listed(String names) {
    return Stream.of(names.split(" ", -1))
        .filter(Predicate.not(String::isBlank))
        .map(PodShapes::container)
        .collect(Collectors.joining(", "));
  }

  private static String container(String word) {
    String name = word.replace("*", "");
    String policy = word.endsWith("*") ? ", restartPolicy: Always" : "";
    return "{name: " + name + ", image: img-" + name + policy + "}";
  }
}

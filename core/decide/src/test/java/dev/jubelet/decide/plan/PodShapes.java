package dev.jubelet.decide.plan;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.testkit.Pods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pods for the planner's tables, each parsed once. */
public final class PodShapes {
  private static final Map<String, Pod> PARSED = new ConcurrentHashMap<>();
  private static final Pattern WORD = Pattern.compile("(\\w+)(\\*)?(?:\\((.*)\\))?");

  private PodShapes() {}

  /**
   * Init containers stand in front of a bar, sidecars have a star, and the grace is 30 s: {@code "i
   * s* | a b"} has an init container i, a sidecar s and two main containers. Ephemeral containers
   * stand behind a second bar. Traits stand in brackets: {@code a(pre+post)} has both hooks, {@code
   * a(policy=Never+on=42:all)} restarts all containers after exit 42.
   */
  public static Pod pod(String policy, String names) {
    return pod(policy, names, "");
  }

  /**
   * @param spec more fields of the specification, such as {@code hostNetwork: true}
   */
  public static Pod pod(String policy, String names, String spec) {
    return PARSED.computeIfAbsent(
        policy + " " + names + " " + spec, _ -> parse(policy, names, spec));
  }

  /** With all of the specification given. */
  public static Pod specified(String spec) {
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
    List<String> parts = new ArrayList<>(List.of(names.split("\\|", -1)));
    if (parts.size() == 1) {
      parts.addFirst("");
    }
    if (parts.size() == 2) {
      parts.add("");
    }
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
          ephemeralContainers: [%s]
        %s
        """
            .formatted(
                policy,
                listed(parts.get(0)),
                listed(parts.get(1)),
                listed(parts.get(2)),
                spec.indent(2)));
  }

  private static String listed(String names) {
    return Stream.of(names.split(" ", -1))
        .filter(Predicate.not(String::isBlank))
        .map(PodShapes::container)
        .collect(Collectors.joining(", "));
  }

  private static String container(String word) {
    Matcher parts = WORD.matcher(word);
    if (!parts.matches()) {
      throw new IllegalArgumentException(word);
    }
    String name = parts.group(1);
    StringBuilder fields = new StringBuilder("{name: " + name + ", image: img-" + name);
    if (parts.group(2) != null) {
      fields.append(", restartPolicy: Always");
    }
    List<String> hooks = new ArrayList<>();
    List<String> rules = new ArrayList<>();
    String traits = parts.group(3);
    for (String trait : traits == null ? List.<String>of() : List.of(traits.split("\\+", -1))) {
      String value = trait.substring(trait.indexOf('=') + 1);
      switch (trait.replaceFirst("=.*", "")) {
        case "post" -> hooks.add("postStart: {exec: {command: [hook]}}");
        case "pre" -> hooks.add("preStop: {exec: {command: [hook]}}");
        case "postsleep" -> hooks.add("postStart: {sleep: {seconds: " + value + "}}");
        case "presleep" -> hooks.add("preStop: {sleep: {seconds: " + value + "}}");
        case "policy" -> fields.append(", restartPolicy: ").append(value);
        case "target" -> fields.append(", targetContainerName: ").append(value);
        case "on" -> rules.add(rule(value, "In"));
        case "noton" -> rules.add(rule(value, "NotIn"));
        default -> throw new IllegalArgumentException(trait);
      }
    }
    if (!hooks.isEmpty()) {
      fields.append(", lifecycle: {").append(String.join(", ", hooks)).append('}');
    }
    if (!rules.isEmpty()) {
      fields.append(", restartPolicyRules: [").append(String.join(", ", rules)).append(']');
    }
    return fields.append('}').toString();
  }

  /** {@code 42:all} or {@code 1,2:one}. */
  private static String rule(String value, String operator) {
    String codes = value.substring(0, value.indexOf(':'));
    String action = value.endsWith(":all") ? "RestartAllContainers" : "Restart";
    return "{action: %s, exitCodes: {operator: %s, values: [%s]}}"
        .formatted(action, operator, codes);
  }
}

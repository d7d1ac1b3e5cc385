package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ContainerEnvironment;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.environment.VariableExpansion;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.VolumeMount;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.EnvEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The parts of volumes that a container mounts instead of the whole. */
public final class SubPaths {
  private SubPaths() {}

  /** The path beneath its volume for each mount that has one, by its place in the list. */
  public static ResolvedValue<Map<Integer, String>> of(
      Pod pod, Container container, ContainerContext context) {
    if (container.volumeMounts().stream().noneMatch(SubPaths::asks)) {
      return ResolvedValue.value(Map.of());
    }
    return ContainerEnvironment.of(pod, container, context.environment())
        .then(env -> expanded(container, env));
  }

  private static ResolvedValue<Map<Integer, String>> expanded(
      Container container, List<EnvEntry> env) {
    Map<String, String> variables = new LinkedHashMap<>();
    env.forEach(entry -> variables.put(entry.key(), entry.value()));
    Map<Integer, String> paths = new LinkedHashMap<>();
    for (int i = 0; i < container.volumeMounts().size(); i++) {
      VolumeMount mount = container.volumeMounts().get(i);
      if (!asks(mount)) {
        continue;
      }
      switch (path(mount, variables)) {
        case ResolvedValue.Value(String path) -> {
          if (!path.isEmpty()) {
            paths.put(i, path);
          }
        }
        case ResolvedValue.Refused(String why) -> {
          return ResolvedValue.refused(why);
        }
      }
    }
    return ResolvedValue.value(paths);
  }

  private static boolean asks(VolumeMount mount) {
    return !mount.subPath().isEmpty() || !mount.subPathExpr().isEmpty();
  }

  private static ResolvedValue<String> path(VolumeMount mount, Map<String, String> variables) {
    String path = mount.subPath();
    if (!mount.subPathExpr().isEmpty()) {
      TreeSet<String> missing = new TreeSet<>();
      path =
          VariableExpansion.expand(
              mount.subPathExpr(),
              name -> {
                String value = variables.getOrDefault(name, "");
                if (value.isEmpty()) {
                  missing.add(name);
                }
                return value;
              });
      if (!missing.isEmpty()) {
        return ResolvedValue.refused("missing value for " + String.join(", ", missing));
      }
    }
    // The value of a variable may lead anywhere; it is not shown, since it may be a secret.
    String shown = mount.subPathExpr().isEmpty() ? path : mount.subPathExpr();
    if (path.startsWith("/")) {
      return ResolvedValue.refused("error SubPath `" + shown + "` must not be an absolute path");
    }
    if (List.of(path.split("/", -1)).contains("..")) {
      return ResolvedValue.refused(
          "unable to provision SubPath `" + shown + "`: must not contain '..'");
    }
    return ResolvedValue.value(path);
  }
}

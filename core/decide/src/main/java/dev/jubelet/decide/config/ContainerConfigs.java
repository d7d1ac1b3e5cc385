package dev.jubelet.decide.config;

import dev.jubelet.decide.config.annotation.ContainerAnnotations;
import dev.jubelet.decide.config.annotation.RuntimeLabels;
import dev.jubelet.decide.environment.ContainerEnvironment;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.environment.VariableExpansion;
import dev.jubelet.decide.resources.LinuxLimits;
import dev.jubelet.decide.resources.ResourceNames;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.DeviceSpec;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that the runtime is told about a container. */
public final class ContainerConfigs {
  private ContainerConfigs() {}

  /** Or why there is nothing to tell it yet. */
  public static ResolvedValue<ContainerConfig> of(
      Pod pod, Container container, int attempt, ContainerContext context) {
    return ContainerEnvironment.of(pod, container, context.environment())
        .then(env ->
            attached(pod, container, context)
                .then(attached ->
                    ContainerSecurities.of(pod, container, context)
                        .map(security ->
                            config(pod, container, attempt, context, env, attached, security))));
  }

  private record Attached(List<MountSpec> mounts, List<DeviceSpec> devices) {}

  private static ResolvedValue<Attached> attached(
      Pod pod, Container container, ContainerContext context) {
    return ContainerMounts.of(pod, container, context)
        .then(mounts ->
            ContainerDevices.of(pod, container, context)
                .map(devices -> new Attached(mounts, devices)));
  }

  private static ContainerConfig config(
      Pod pod,
      Container container,
      int attempt,
      ContainerContext context,
      List<EnvEntry> env,
      Attached attached,
      ContainerSecurity security) {
    Lifecycle lifecycle = container.lifecycle();
    return new ContainerConfig(
        container.name(),
        attempt,
        new ImageSpec(context.image().id(), container.image(), "", Map.of()),
        expanded(container.command(), env),
        expanded(container.args(), env),
        container.workingDir(),
        env,
        owned(attached.mounts(), security.namespaces().user()),
        attached.devices(),
        RuntimeLabels.ofContainer(pod, container),
        ContainerAnnotations.of(pod, container, attempt),
        LogPaths.file(container.name(), attempt),
        container.stdin(),
        container.stdinOnce(),
        container.tty(),
        resources(pod, container, context),
        security,
        lifecycle == null ? null : lifecycle.stopSignal(),
        List.of());
  }

  /** What is bound into a pod with users of its own has to look as if it were theirs. */
  private static List<MountSpec> owned(
      List<MountSpec> mounts, NamespaceOptions.@Nullable UserNamespace users) {
    return users == null || users.uids().isEmpty()
        ? mounts
        : mounts.stream().map(mount -> mount.mapped(users.uids())).toList();
  }

  private static List<String> expanded(List<String> words, List<EnvEntry> env) {
    Map<String, String> variables = new LinkedHashMap<>();
    env.forEach(entry -> variables.put(entry.key(), entry.value()));
    return words.stream().map(word -> VariableExpansion.expand(word, variables)).toList();
  }

  private static LinuxResources resources(Pod pod, Container container, ContainerContext context) {
    NodeFacts node = context.node();
    Quantity memory = node.capacity().getOrDefault(ResourceNames.MEMORY, Quantity.ZERO);
    return new LinuxLimits(context.settings(), context.machine())
        .ofContainer(pod, container, memory.value());
  }
}

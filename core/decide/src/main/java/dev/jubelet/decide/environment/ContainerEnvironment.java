package dev.jubelet.decide.environment;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.EnvEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The variables of a container: whole ConfigMaps and Secrets first, over them the declared ones in
 * their order, each seeing those before it, and last the service links that nobody has overridden.
 */
public final class ContainerEnvironment {
  private final Pod pod;
  private final Container container;
  private final EnvironmentInputs inputs;
  private final EnvReferences references;

  private ContainerEnvironment(Pod pod, Container container, EnvironmentInputs inputs) {
    this.pod = pod;
    this.container = container;
    this.inputs = inputs;
    this.references = new EnvReferences(pod.metadata().namespace(), inputs.objects());
  }

  public static ResolvedValue<List<EnvEntry>> of(
      Pod pod, Container container, EnvironmentInputs inputs) {
    return new ContainerEnvironment(pod, container, inputs).resolved();
  }

  private ResolvedValue<List<EnvEntry>> resolved() {
    Map<String, String> links = new LinkedHashMap<>();
    inputs.serviceLinks().forEach(link -> links.put(link.key(), link.value()));
    Map<String, String> declared = new LinkedHashMap<>();
    for (EnvFromSource source : container.envFrom()) {
      switch (references.whole(source)) {
        case ResolvedValue.Value(Map<String, String> found) ->
            found.forEach((key, value) -> declared.put(source.prefix() + key, value));
        case ResolvedValue.Refused(String why) -> {
          return ResolvedValue.refused(why);
        }
      }
    }
    for (EnvVar variable : container.env()) {
      Map<String, String> visible = new LinkedHashMap<>(links);
      visible.putAll(declared);
      switch (value(variable, visible)) {
        case ResolvedValue.Value(Optional<String> found) ->
            found.ifPresent(value -> declared.put(variable.name(), value));
        case ResolvedValue.Refused(String why) -> {
          return ResolvedValue.refused(why);
        }
      }
    }
    links.forEach(declared::putIfAbsent);
    List<EnvEntry> entries = new ArrayList<>();
    declared.forEach((key, value) -> entries.add(new EnvEntry(key, value)));
    return ResolvedValue.value(entries);
  }

  /** Empty for an optional reference to what is not there: the variable is left out. */
  private ResolvedValue<Optional<String>> value(EnvVar variable, Map<String, String> visible) {
    EnvVarSource source = variable.valueFrom();
    if (!variable.value().isEmpty() || source == null) {
      return ResolvedValue.value(Optional.of(VariableExpansion.expand(variable.value(), visible)));
    }
    if (source.fieldRef() != null) {
      return PodFields.of(source.fieldRef(), pod, inputs).map(Optional::of);
    }
    if (source.resourceFieldRef() != null) {
      return ContainerResourceFields.of(
              source.resourceFieldRef(), pod, container, inputs.allocatable())
          .map(Optional::of);
    }
    return references.single(source);
  }
}

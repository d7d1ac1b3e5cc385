package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.EnvironmentInputs;
import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Where the files of a volume come from.
 *
 * @param configMaps that a pod may refer to, by name
 * @param secrets that a pod may refer to, by name
 * @param tokens for a pod's service account; empty where nobody gives any
 * @param allocatable of the node: a container without a limit is limited by it
 */
public record PayloadSources(
    BiFunction<Pod, String, Optional<ConfigMap>> configMaps,
    BiFunction<Pod, String, Optional<Secret>> secrets,
    BiFunction<Pod, ServiceAccountTokenProjection, Optional<Blob>> tokens,
    Map<String, Quantity> allocatable) {
  public PayloadSources {
    allocatable = Ordered.copyOf(allocatable);
  }

  /** Files know no addresses: they are written before the pod has one. */
  EnvironmentInputs fieldInputs() {
    return new EnvironmentInputs(List.of(), List.of(), allocatable, PodObjects.NONE, List.of());
  }
}

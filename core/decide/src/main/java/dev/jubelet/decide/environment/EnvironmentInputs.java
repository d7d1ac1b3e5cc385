package dev.jubelet.decide.environment;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.runtime.config.EnvEntry;
import java.util.List;
import java.util.Map;

/**
 * What a container's environment depends on beside the pod itself.
 *
 * @param allocatable of the node: a container without a limit is limited by it
 * @param serviceLinks variables of the services that the pod can see, {@code KUBERNETES_SERVICE_*}
 *     among them; empty where there is no API
 */
public record EnvironmentInputs(
    List<String> podIps,
    List<String> hostIps,
    Map<String, Quantity> allocatable,
    PodObjects objects,
    List<EnvEntry> serviceLinks) {
  public EnvironmentInputs {
    podIps = List.copyOf(podIps);
    hostIps = List.copyOf(hostIps);
    allocatable = Ordered.copyOf(allocatable);
    serviceLinks = List.copyOf(serviceLinks);
  }
}

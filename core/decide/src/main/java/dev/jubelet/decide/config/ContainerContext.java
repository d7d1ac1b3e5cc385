package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.EnvironmentInputs;
import dev.jubelet.decide.environment.PodObjects;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.IdRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a container's configuration depends on beside its pod.
 *
 * @param imageRef the image as the runtime knows it, after pulling
 * @param image its status; an image that the runtime does not describe runs as root
 * @param podIps of the sandbox, empty before there is one
 * @param volumePaths host path of each mounted volume, by its name in the pod
 * @param terminationLogPath host path of the file for the termination message, if there is one
 * @param etcHostsPath host path of the pod's {@code /etc/hosts}, if there is one
 * @param users of the machine that are the pod's own, where it has some
 * @param serviceLinks see {@link EnvironmentInputs}
 * @param partPaths host path of each mount of a part of a volume, by its place in the list
 * @param target the container whose processes it shall see, or null for its own or the pod's
 */
@RecordBuilder
public record ContainerContext(
    NodeSettings settings,
    NodeFacts node,
    MachineFacts machine,
    String imageRef,
    @Nullable ObservedImage image,
    List<String> podIps,
    Map<String, String> volumePaths,
    @Nullable String terminationLogPath,
    @Nullable String etcHostsPath,
    PodObjects objects,
    List<EnvEntry> serviceLinks,
    @Nullable ContainerId target,
    @Nullable IdRange users,
    Map<Integer, String> partPaths) {
  public ContainerContext {
    podIps = List.copyOf(podIps);
    volumePaths = Ordered.copyOf(volumePaths);
    serviceLinks = List.copyOf(serviceLinks);
    partPaths = Ordered.copyOf(partPaths);
  }

  public ContainerContext withParts(Map<Integer, String> paths) {
    return ContainerContextBuilder.builder(this).partPaths(paths).build();
  }

  EnvironmentInputs environment() {
    return new EnvironmentInputs(
        podIps, settings.hostIps(), node.allocatable(), objects, serviceLinks);
  }
}

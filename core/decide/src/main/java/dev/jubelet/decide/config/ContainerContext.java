package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.EnvironmentInputs;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.config.IdRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a container's configuration depends on beside its pod.
 *
 * @param image as the runtime knows it after pulling; one that names no user runs as root
 * @param target the container whose processes it shall see, or null for its own or the pod's
 * @param users of the machine that are the pod's own, where it has some
 */
@RecordBuilder
public record ContainerContext(
    NodeSettings settings,
    NodeFacts node,
    MachineFacts machine,
    ObservedImage image,
    EnvironmentInputs environment,
    HostPaths paths,
    @Nullable ContainerId target,
    @Nullable IdRange users) {

  /**
   * Where on the host is what is bound into it.
   *
   * @param volumes each mounted volume, by its name in the pod
   * @param terminationLog the file for the termination message, if there is one
   * @param etcHosts the pod's {@code /etc/hosts}, if there is one
   * @param parts each mount of a part of a volume, by its place in the list
   */
  public record HostPaths(
      Map<String, String> volumes,
      @Nullable String terminationLog,
      @Nullable String etcHosts,
      Map<Integer, String> parts) {
    public HostPaths {
      volumes = Ordered.copyOf(volumes);
      parts = Ordered.copyOf(parts);
    }
  }

  public ContainerContext withParts(Map<Integer, String> parts) {
    HostPaths all = new HostPaths(paths.volumes(), paths.terminationLog(), paths.etcHosts(), parts);
    return ContainerContextBuilder.builder(this).paths(all).build();
  }
}

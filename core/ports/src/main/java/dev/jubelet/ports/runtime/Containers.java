package dev.jubelet.ports.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Containers of a container runtime. Every call has a deadline and throws {@code OutsideFailure}.
 */
public interface Containers {
  ContainerId create(SandboxId sandbox, ContainerConfig config, SandboxConfig sandboxConfig);

  void start(ContainerId id);

  /** Signals, waits for the grace and kills. CRI: an unknown or exited container is success. */
  void stop(ContainerId id, Duration grace);

  /** CRI: an unknown container is success; a running one is killed. */
  void remove(ContainerId id);

  /** With exit code, times and reason; empty when the runtime does not know it. */
  Optional<ObservedContainer> status(ContainerId id);

  /**
   * Containers of one pod, or of all pods. A list has no times and no exit codes: {@code Running}
   * and {@code Exited} carry the epoch and code 0.
   */
  List<ObservedContainer> list(@Nullable PodUid uid);

  void updateResources(ContainerId id, LinuxResources resources);
}

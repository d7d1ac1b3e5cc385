package dev.jubelet.ports.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pod sandboxes of a container runtime. Every call has a deadline and throws {@link
 * OutsideFailure}.
 */
public interface Sandboxes {
  SandboxId run(SandboxConfig config, String runtimeHandler);

  /** Ends everything in it and gives back its network. CRI: an unknown sandbox is success. */
  void stop(SandboxId id);

  /** Removes it and all its containers. CRI: an unknown sandbox is success. */
  void remove(SandboxId id);

  /** With addresses; empty when the runtime does not know it. */
  Optional<ObservedSandbox> status(SandboxId id);

  /** Sandboxes of one pod, or of all pods. The answer of a list has no addresses. */
  List<ObservedSandbox> list(@Nullable PodUid uid);

  void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources);
}

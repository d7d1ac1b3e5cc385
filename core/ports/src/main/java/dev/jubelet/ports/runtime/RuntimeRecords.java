package dev.jubelet.ports.runtime;

import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.SandboxConfig;
import java.util.Map;
import java.util.Optional;

/** What a runtime remembers of what it was asked for: for those who show it to others. */
public interface RuntimeRecords {
  Optional<SandboxConfig> sandbox(SandboxId id);

  Optional<ContainerConfig> container(ContainerId id);

  /**
   * For people who look closely, as {@code crictl inspect} does: JSON texts by subject, among them
   * the process id. Empty when the runtime does not know it.
   *
   * @param id of a sandbox, a container or an image; empty for the runtime itself
   */
  Map<String, String> details(String id);
}

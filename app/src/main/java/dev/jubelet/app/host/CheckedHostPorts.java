package dev.jubelet.app.host;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.network.builtin.FreePorts;
import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sandboxes of a runtime that leads host ports to pods without asking who has them. Our own runtime
 * sees to that itself.
 */
public record CheckedHostPorts(Sandboxes runtime) implements Sandboxes {
  @Override
  public SandboxId run(SandboxConfig config, String runtimeHandler) {
    if (config.security().namespaces().network() != NamespaceOptions.Mode.NODE) {
      try {
        FreePorts.require(config.portMappings());
      } catch (CniFailure taken) {
        throw new OutsideFailure(FailureKind.INTERNAL, taken.message(), taken);
      }
    }
    return runtime.run(config, runtimeHandler);
  }

  @Override
  public void stop(SandboxId id) {
    runtime.stop(id);
  }

  @Override
  public void remove(SandboxId id) {
    runtime.remove(id);
  }

  @Override
  public Optional<ObservedSandbox> status(SandboxId id) {
    return runtime.status(id);
  }

  @Override
  public List<ObservedSandbox> list(@Nullable PodUid uid) {
    return runtime.list(uid);
  }

  @Override
  public void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources) {
    runtime.updateResources(id, overhead, resources);
  }
}

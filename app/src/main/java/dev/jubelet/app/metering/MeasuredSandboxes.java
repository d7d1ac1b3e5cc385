package dev.jubelet.app.metering;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.Sandboxes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record MeasuredSandboxes(Sandboxes inner, Meter meter) implements Sandboxes {
  @Override
  public SandboxId run(SandboxConfig config, String runtimeHandler) {
    boolean ok = false;
    try {
      SandboxId id = meter.measure("run_podsandbox", () -> inner.run(config, runtimeHandler));
      ok = true;
      return id;
    } finally {
      meter.metrics().sandboxRequested(ok);
    }
  }

  @Override
  public void stop(SandboxId id) {
    meter.measure("stop_podsandbox", () -> inner.stop(id));
  }

  @Override
  public void remove(SandboxId id) {
    meter.measure("remove_podsandbox", () -> inner.remove(id));
  }

  @Override
  public Optional<ObservedSandbox> status(SandboxId id) {
    return meter.measure("podsandbox_status", () -> inner.status(id));
  }

  @Override
  public List<ObservedSandbox> list(@Nullable PodUid uid) {
    return meter.measure("list_podsandbox", () -> inner.list(uid));
  }

  @Override
  public void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources) {
    meter.measure(
        "update_podsandbox_resources", () -> inner.updateResources(id, overhead, resources));
  }
}

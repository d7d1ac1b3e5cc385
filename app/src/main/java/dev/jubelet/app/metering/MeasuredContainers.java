package dev.jubelet.app.metering;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.Containers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

record MeasuredContainers(Containers inner, Meter meter) implements Containers {
  @Override
  public ContainerId create(SandboxId sandbox, ContainerConfig config, SandboxConfig pod) {
    return meter.measure("create_container", () -> inner.create(sandbox, config, pod));
  }

  @Override
  public void start(ContainerId id) {
    meter.measure("start_container", () -> inner.start(id));
  }

  @Override
  public void stop(ContainerId id, Duration grace) {
    meter.measure("stop_container", () -> inner.stop(id, grace));
  }

  @Override
  public void remove(ContainerId id) {
    meter.measure("remove_container", () -> inner.remove(id));
  }

  @Override
  public Optional<ObservedContainer> status(ContainerId id) {
    return meter.measure("container_status", () -> inner.status(id));
  }

  @Override
  public List<ObservedContainer> list(@Nullable PodUid uid) {
    return meter.measure("list_containers", () -> inner.list(uid));
  }

  @Override
  public void updateResources(ContainerId id, LinuxResources resources) {
    meter.measure("update_container", () -> inner.updateResources(id, resources));
  }
}

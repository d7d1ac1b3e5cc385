package dev.jubelet.simulator.world;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedContainerBuilder;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.ObservedSandboxBuilder;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.ContainerRuntimeBuilder;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.ports.runtime.Sandboxes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fake runtime as a node sees it: with times from the wall's clock, and under a witness's eyes.
 */
final class ClockedRuntime {
  private ClockedRuntime() {}

  static ContainerRuntime of(ContainerRuntime runtime, WorldClock clock, CallObserver observer) {
    return ContainerRuntimeBuilder.builder(runtime)
        .sandboxes(new ClockedSandboxes(runtime.sandboxes(), clock, observer))
        .containers(new ClockedContainers(runtime.containers(), clock, observer))
        .build();
  }

  private record ClockedSandboxes(Sandboxes inner, WorldClock clock, CallObserver observer)
      implements Sandboxes {
    @Override
    public SandboxId run(SandboxConfig config, String runtimeHandler) {
      return inner.run(config, runtimeHandler);
    }

    @Override
    public void stop(SandboxId id) {
      observer.ends(id);
      inner.stop(id);
    }

    @Override
    public void remove(SandboxId id) {
      observer.ends(id);
      inner.remove(id);
    }

    @Override
    public Optional<ObservedSandbox> status(SandboxId id) {
      return inner.status(id).map(this::clocked);
    }

    @Override
    public List<ObservedSandbox> list(@Nullable PodUid uid) {
      return inner.list(uid).stream().map(this::clocked).toList();
    }

    @Override
    public void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources) {
      inner.updateResources(id, overhead, resources);
    }

    private ObservedSandbox clocked(ObservedSandbox s) {
      if (clock.neverSet()) {
        return s;
      }
      return ObservedSandboxBuilder.builder(s).createdAt(clock.wallAt(s.createdAt())).build();
    }
  }

  private record ClockedContainers(Containers inner, WorldClock clock, CallObserver observer)
      implements Containers {
    @Override
    public ContainerId create(SandboxId sandbox, ContainerConfig config, SandboxConfig pod) {
      return inner.create(sandbox, config, pod);
    }

    @Override
    public void start(ContainerId id) {
      observer.starts(id);
      inner.start(id);
    }

    @Override
    public void stop(ContainerId id, Duration grace) {
      observer.stops(id, grace);
      inner.stop(id, grace);
    }

    @Override
    public void remove(ContainerId id) {
      observer.removes(id);
      inner.remove(id);
    }

    @Override
    public Optional<ObservedContainer> status(ContainerId id) {
      return inner.status(id).map(this::clocked);
    }

    @Override
    public List<ObservedContainer> list(@Nullable PodUid uid) {
      return inner.list(uid).stream().map(this::clocked).toList();
    }

    @Override
    public void updateResources(ContainerId id, LinuxResources resources) {
      inner.updateResources(id, resources);
    }

    private ObservedContainer clocked(ObservedContainer c) {
      if (clock.neverSet()) {
        return c;
      }
      ContainerCondition condition =
          switch (c.condition()) {
            case ContainerCondition.Created created -> created;
            case ContainerCondition.Unknown unknown -> unknown;
            case ContainerCondition.Running running ->
                new ContainerCondition.Running(clock.wallAt(running.startedAt()));
            case ContainerCondition.Exited e ->
                new ContainerCondition.Exited(
                    clock.wallAt(e.startedAt()),
                    clock.wallAt(e.finishedAt()),
                    e.exitCode(),
                    e.reason(),
                    e.message());
          };
      return ObservedContainerBuilder.builder(c)
          .condition(condition)
          .createdAt(clock.wallAt(c.createdAt()))
          .build();
    }
  }
}

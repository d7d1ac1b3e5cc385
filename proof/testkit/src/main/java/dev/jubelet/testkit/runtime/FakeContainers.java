package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Containers;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import dev.jubelet.testkit.runtime.ContainerScript.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class FakeContainers implements Containers {
  private final RuntimeState state;
  private final FakeImages images;
  private volatile ContainerScripts scripts = ContainerScripts.SHELL;

  FakeContainers(RuntimeState state, FakeImages images) {
    this.state = state;
    this.images = images;
  }

  void scripts(ContainerScripts newScripts) {
    scripts = newScripts;
  }

  @Override
  public ContainerId create(SandboxId sandbox, ContainerConfig config, SandboxConfig pod) {
    return state.call(
        new OutsideCall(Operation.CONTAINER_CREATE, new PodUid(pod.uid()), config.name()),
        () -> make(sandbox, config, pod));
  }

  private ContainerId make(SandboxId sandboxId, ContainerConfig config, SandboxConfig pod) {
    FakeSandbox sandbox = state.sandboxes.get(sandboxId);
    if (sandbox == null) {
      throw new OutsideFailure(
          FailureKind.NOT_FOUND, "failed to find sandbox id \"" + sandboxId + "\": not found");
    }
    requireReady(sandbox);
    ContainerId id = new ContainerId(state.nextId("c09e"));
    state.reserve("container", nameOf(config, pod), id.value());
    Optional<ObservedImage> image = images.find(config.image().image());
    if (image.isEmpty()) {
      state.release(id.value());
      throw new OutsideFailure(
          FailureKind.NOT_FOUND,
          "failed to resolve image \"" + config.image().image() + "\": not found");
    }
    Instant now = state.outside.now();
    FakeContainer container = new FakeContainer(id, sandbox, config, pod, image.get(), now);
    state.containers.put(id, container);
    state.note(FakeRuntimeEvent.Kind.CONTAINER_CREATED, now, container, null);
    state.events.tell(ContainerEvent.Kind.CREATED, id.value(), container.uid(), now);
    return id;
  }

  private static String nameOf(ContainerConfig config, SandboxConfig pod) {
    return "%s_%s_%s_%s_%d"
        .formatted(config.name(), pod.name(), pod.namespace(), pod.uid(), config.attempt());
  }

  private static void requireReady(FakeSandbox sandbox) {
    if (!sandbox.ready) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "sandbox container \"" + sandbox.id + "\" is not running");
    }
  }

  @Override
  public void start(ContainerId id) {
    state.run(state.about(Operation.CONTAINER_START, id), () -> begin(require(id)));
  }

  private void begin(FakeContainer container) {
    Instant now = state.outside.now();
    if (!container.createdOnly()) {
      String condition = container.conditionAt(now).getClass().getSimpleName();
      throw new OutsideFailure(
          FailureKind.INTERNAL, "container is in " + condition + " state, it cannot be started");
    }
    ContainerScript script = scripts.choose(container.pod, container.config);
    container.script = script;
    try {
      requireReady(container.sandbox);
      if (script.startError() != null) {
        throw new OutsideFailure(FailureKind.INTERNAL, script.startError());
      }
    } catch (OutsideFailure failure) {
      // containerd: a container whose start failed has exited with 128, and no event tells it.
      container.exit = new FakeContainer.Exit(now, 128, "StartError", failure.text());
      state.note(FakeRuntimeEvent.Kind.CONTAINER_EXITED, now, container, 128);
      throw failure;
    }
    container.startedAt = now;
    state.note(FakeRuntimeEvent.Kind.CONTAINER_STARTED, now, container, null);
    state.events.tell(ContainerEvent.Kind.STARTED, container.id.value(), container.uid(), now);
    writes(container, script, now);
    Ending ending = script.ending();
    if (ending != null) {
      container.endsBy(exit(ending, now));
    }
    settleIfDue(container);
  }

  private static FakeContainer.Exit exit(Ending ending, Instant from) {
    Instant at = from.plus(ending.after());
    return ending.outOfMemory()
        ? FakeContainer.Exit.outOfMemory(at)
        : FakeContainer.Exit.of(at, ending.exitCode());
  }

  private void writes(FakeContainer container, ContainerScript script, Instant now) {
    container.files.putAll(script.files());
    for (MountSpec mount : container.config.mounts()) {
      String text = script.files().get(mount.containerPath());
      if (text != null && !mount.readOnly()) {
        state.outside.files().write(mount.hostPath(), text);
      }
    }
    String log = container.logPath();
    if (!log.isEmpty()) {
      state.outside.files().append(log, "");
      script.output().lines().forEach(line -> logs(log, now, line));
    }
  }

  /** CRI: time, stream, tag (full or partial), text. */
  private void logs(String path, Instant now, String line) {
    state.outside.files().append(path, now + " stdout F " + line + "\n");
  }

  private void settleIfDue(FakeContainer container) {
    if (container.exitedBy(state.outside.clockNow())) {
      state.settle(container);
    }
  }

  @Override
  public void stop(ContainerId id, Duration grace) {
    state.run(
        state.about(Operation.CONTAINER_STOP, id),
        () -> {
          FakeContainer container = state.containers.get(id);
          if (container != null && container.runningAt(state.outside.now())) {
            state.takes(stop(container, grace));
          }
        });
  }

  /** How long it takes until the container has ended; the end itself lies ahead of the clock. */
  private Duration stop(FakeContainer container, Duration grace) {
    Instant now = state.outside.now();
    if (grace.isPositive() && container.signal()) {
      state.note(FakeRuntimeEvent.Kind.CONTAINER_SIGNALLED, now, container, null);
      Ending obeys = container.script == null ? null : container.script.onTerm();
      if (obeys != null) {
        container.endsBy(exit(obeys, now));
      }
    }
    container.killedBy(grace.isPositive() ? now.plus(grace) : now);
    settleIfDue(container);
    FakeContainer.Exit end = container.nextExit();
    return end == null ? Duration.ZERO : Duration.between(now, end.at());
  }

  /** At once and without a signal before. */
  void kill(FakeContainer container) {
    dies(container, FakeContainer.Exit.of(state.outside.now(), 137));
  }

  void dies(FakeContainer container, FakeContainer.Exit exit) {
    if (container.startedAt != null && container.exit == null) {
      container.endsBy(exit);
      state.settle(container);
    }
  }

  @Override
  public void remove(ContainerId id) {
    state.run(
        state.about(Operation.CONTAINER_REMOVE, id),
        () -> {
          FakeContainer container = state.containers.get(id);
          if (container != null) {
            kill(container);
            delete(container);
          }
        });
  }

  void delete(FakeContainer container) {
    Instant now = state.outside.now();
    String id = container.id.value();
    state.containers.remove(container.id);
    state.release(id);
    state.note(FakeRuntimeEvent.Kind.CONTAINER_REMOVED, now, container, null);
    state.events.tell(ContainerEvent.Kind.DELETED, id, container.uid(), now);
  }

  @Override
  public Optional<ObservedContainer> status(ContainerId id) {
    return state.call(
        state.about(Operation.CONTAINER_STATUS, id),
        () ->
            Optional.ofNullable(state.containers.get(id))
                .map(c -> c.statusOverCri(state.outside.now(), state.tellsResources)));
  }

  @Override
  public List<ObservedContainer> list(@Nullable PodUid uid) {
    return state.call(
        new OutsideCall(Operation.CONTAINER_LIST, uid, ""),
        () -> {
          Instant now = state.outside.now();
          List<ObservedContainer> found = new ArrayList<>();
          for (FakeContainer container : state.containers.values()) {
            if (FakePodLabels.listedFor(uid, container.labelledUid())) {
              found.add(container.listed(now));
            }
          }
          return List.copyOf(found);
        });
  }

  @Override
  public void updateResources(ContainerId id, LinuxResources resources) {
    state.run(state.about(Operation.CONTAINER_UPDATE, id), () -> require(id).resources = resources);
  }

  FakeContainer require(ContainerId id) {
    FakeContainer container = state.containers.get(id);
    if (container == null) {
      throw new OutsideFailure(FailureKind.NOT_FOUND, "container \"" + id + "\" not found");
    }
    return container;
  }
}

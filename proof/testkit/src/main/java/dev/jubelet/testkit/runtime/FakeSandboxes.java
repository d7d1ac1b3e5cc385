package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

final class FakeSandboxes implements Sandboxes {
  private static final Set<String> HANDLERS = Set.of("", "runc");

  private final RuntimeState state;
  private final FakeContainers containers;

  FakeSandboxes(RuntimeState state, FakeContainers containers) {
    this.state = state;
    this.containers = containers;
  }

  @Override
  public SandboxId run(SandboxConfig config, String runtimeHandler) {
    return state.call(
        new OutsideCall(Operation.SANDBOX_RUN, new PodUid(config.uid()), ""),
        () -> make(config, runtimeHandler));
  }

  private SandboxId make(SandboxConfig config, String runtimeHandler) {
    if (!HANDLERS.contains(runtimeHandler)) {
      throw new OutsideFailure(
          FailureKind.INTERNAL, "no runtime for \"" + runtimeHandler + "\" is configured");
    }
    SandboxId id = new SandboxId(state.nextId("5a9d"));
    state.reserve("sandbox", nameOf(config), id.value());
    Instant now = state.outside.now();
    FakeSandbox sandbox = new FakeSandbox(id, config, runtimeHandler, now);
    if (sandbox.network() != NamespaceOptions.Mode.NODE) {
      try {
        sandbox.address = state.addresses.lend();
      } catch (OutsideFailure exhausted) {
        state.release(id.value());
        throw exhausted;
      }
    }
    state.sandboxes.put(id, sandbox);
    state.note(FakeRuntimeEvent.Kind.SANDBOX_RAN, now, sandbox);
    state.events.tell(ContainerEvent.Kind.CREATED, id.value(), sandbox.uid(), now);
    state.events.tell(ContainerEvent.Kind.STARTED, id.value(), sandbox.uid(), now);
    return id;
  }

  private static String nameOf(SandboxConfig config) {
    return "%s_%s_%s_%d"
        .formatted(config.name(), config.namespace(), config.uid(), config.attempt());
  }

  @Override
  public void stop(SandboxId id) {
    state.run(
        state.about(Operation.SANDBOX_STOP, id),
        () -> {
          FakeSandbox sandbox = state.sandboxes.get(id);
          if (sandbox != null) {
            end(sandbox);
          }
        });
  }

  /** Also for one that is not ready: its pause process may have died with the network in place. */
  private void end(FakeSandbox sandbox) {
    Instant now = state.outside.now();
    state.containersOf(sandbox).forEach(containers::kill);
    if (sandbox.ready) {
      dies(sandbox, now);
    }
    if (sandbox.address != null) {
      state.addresses.giveBack(sandbox.address);
      sandbox.address = null;
    }
  }

  /** The sandbox's own process is gone; what else it holds stays. */
  void dies(FakeSandbox sandbox, Instant now) {
    sandbox.ready = false;
    state.note(FakeRuntimeEvent.Kind.SANDBOX_STOPPED, now, sandbox);
    state.events.tell(ContainerEvent.Kind.STOPPED, sandbox.id.value(), sandbox.uid(), now);
  }

  /** CRI: containers in it are forcibly removed; containerd stops a ready sandbox first. */
  @Override
  public void remove(SandboxId id) {
    state.run(
        state.about(Operation.SANDBOX_REMOVE, id),
        () -> {
          FakeSandbox sandbox = state.sandboxes.get(id);
          if (sandbox == null) {
            return;
          }
          end(sandbox);
          state.containersOf(sandbox).forEach(containers::delete);
          Instant now = state.outside.now();
          state.sandboxes.remove(id);
          state.release(id.value());
          state.note(FakeRuntimeEvent.Kind.SANDBOX_REMOVED, now, sandbox);
          state.events.tell(ContainerEvent.Kind.DELETED, id.value(), sandbox.uid(), now);
        });
  }

  @Override
  public Optional<ObservedSandbox> status(SandboxId id) {
    return state.call(
        state.about(Operation.SANDBOX_STATUS, id),
        () -> Optional.ofNullable(state.sandboxes.get(id)).map(FakeSandbox::status));
  }

  @Override
  public List<ObservedSandbox> list(@Nullable PodUid uid) {
    return state.call(
        new OutsideCall(Operation.SANDBOX_LIST, uid, ""),
        () ->
            state.sandboxes.values().stream()
                .filter(s -> FakePodLabels.listedFor(uid, s.labelledUid()))
                .map(FakeSandbox::listed)
                .toList());
  }

  @Override
  public void updateResources(SandboxId id, LinuxResources overhead, LinuxResources resources) {
    state.run(
        state.about(Operation.SANDBOX_UPDATE, id),
        () -> {
          if (!state.sandboxes.containsKey(id)) {
            throw new OutsideFailure(FailureKind.NOT_FOUND, "sandbox \"" + id + "\" not found");
          }
        });
  }
}

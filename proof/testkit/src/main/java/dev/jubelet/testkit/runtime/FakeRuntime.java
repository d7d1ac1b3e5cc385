package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.RuntimeRecords;
import dev.jubelet.testkit.Outside;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A container runtime in memory, with containerd's manners and a clock of the test's choice. It
 * passes {@link dev.jubelet.testkit.contract.ContainerRuntimeContract}; what is here beyond the
 * ports is the test's power over it.
 */
public final class FakeRuntime {
  private final RuntimeState state;
  private final FakeImages images;
  private final FakeContainers containers;
  private final FakeSandboxes sandboxes;
  private final FakeFacts facts;
  private final ContainerRuntime runtime;

  public FakeRuntime(Outside outside) {
    state = new RuntimeState(outside);
    images = new FakeImages(state);
    containers = new FakeContainers(state, images);
    sandboxes = new FakeSandboxes(state, containers);
    facts = new FakeFacts(state);
    FakeStreams streams = new FakeStreams(state, containers);
    runtime =
        new ContainerRuntime(sandboxes, containers, streams, images, facts, state.events, facts);
  }

  public FakeRuntime(Supplier<Instant> clock) {
    this(Outside.virtual(clock));
  }

  public ContainerRuntime runtime() {
    return runtime;
  }

  public RuntimeRecords records() {
    return new FakeRecords(state);
  }

  public Outside outside() {
    return state.outside;
  }

  /** See {@link Outside#drainLatency}. */
  public Duration drainLatency() {
    return state.outside.drainLatency();
  }

  // What the node has

  public FakeRuntime scripts(ContainerScripts scripts) {
    containers.scripts(scripts);
    return this;
  }

  /** The image is present. It can be pulled again only if it is also {@link #pullable}. */
  public ObservedImage image(String reference) {
    return images.add(reference);
  }

  /** The registry has the image. */
  public FakeRuntime pullable(String reference) {
    return pullable(reference, Duration.ZERO);
  }

  public FakeRuntime pullable(String reference, Duration takes) {
    images.pullable(reference, takes);
    return this;
  }

  /** The registry has the image for whoever has this name and password. */
  public FakeRuntime guarded(String reference, String username, String password) {
    images.guard(reference, username, password);
    return this;
  }

  /** The registry answers with an error until the image becomes {@link #pullable}. */
  public FakeRuntime pullFails(String reference, FailureKind kind, String message) {
    images.refuse(reference, kind, message);
    return this;
  }

  public FakeRuntime readiness(RuntimeReadiness readiness) {
    synchronized (state) {
      facts.readiness = readiness;
    }
    return this;
  }

  public FakeRuntime cgroupDriver(Optional<CgroupDriver> driver) {
    synchronized (state) {
      facts.cgroupDriver = driver;
    }
    return this;
  }

  public String podCidr() {
    synchronized (state) {
      return facts.podCidr;
    }
  }

  // Time

  /** When something happens next by itself: an exit, or an event that is on its way. */
  public Optional<Instant> nextDue() {
    Instant exit = state.nextExit();
    Instant event = state.events.nextDue();
    Instant next = event.isBefore(exit) ? event : exit;
    return next.equals(Instant.MAX) ? Optional.empty() : Optional.of(next);
  }

  /** Makes happen and tells what is due until then; the clock must have got there. */
  public void advance(Instant now) {
    state.settle(now);
    state.events.deliver();
  }

  // Misfortune

  /** While it is away every call fails as unavailable; containers go on, as with real shims. */
  public void setAvailable(boolean available) {
    state.available(available);
    if (!available) {
      state.events.breakStreams("the container runtime is away");
    }
  }

  /**
   * Our process is gone: its listeners hear nothing, and stops that wait for the end of a grace are
   * given up, so nobody kills. What the containers got as signal stays.
   */
  public void clientsGone() {
    state.events.forgetListeners();
    synchronized (state) {
      state.containers.values().forEach(FakeContainer::forgetCallers);
    }
  }

  /** The node starts anew: nothing runs any more, but the runtime still knows what there was. */
  public void reboot() {
    clientsGone();
    synchronized (state) {
      Instant now = state.outside.clockNow();
      state.settle(now);
      state.containers.values().stream()
          .toList()
          .forEach(c -> containers.dies(c, new FakeContainer.Exit(now, 255, "Unknown", "")));
      for (FakeSandbox sandbox : state.sandboxes.values()) {
        if (sandbox.ready) {
          sandboxes.dies(sandbox, now);
        }
      }
    }
    state.events.deliver();
  }

  /** The process of a container ends for a reason of its own. */
  public void exitContainer(ContainerId id, int code) {
    end(id, FakeContainer.Exit.of(state.outside.clockNow(), code));
  }

  public void killForMemory(ContainerId id) {
    end(id, FakeContainer.Exit.outOfMemory(state.outside.clockNow()));
  }

  private void end(ContainerId id, FakeContainer.Exit exit) {
    synchronized (state) {
      containers.dies(containers.require(id), exit);
    }
    state.events.deliver();
  }

  /** The sandbox's own process dies; its containers and its network stay. */
  public void breakSandbox(SandboxId id) {
    synchronized (state) {
      FakeSandbox sandbox = state.sandboxes.get(id);
      if (sandbox != null && sandbox.ready) {
        sandboxes.dies(sandbox, state.outside.clockNow());
      }
    }
    state.events.deliver();
  }

  /** All processes of a pod are killed, as when its cgroup is removed. */
  public void killPod(PodUid uid) {
    synchronized (state) {
      state.containers.values().stream()
          .filter(c -> c.uid().equals(uid))
          .toList()
          .forEach(containers::kill);
      for (FakeSandbox sandbox : state.sandboxes.values()) {
        if (sandbox.uid().equals(uid) && sandbox.ready) {
          sandboxes.dies(sandbox, state.outside.now());
        }
      }
    }
    state.events.deliver();
  }

  // Events

  /** For drivers without threads; called on the stack of the call that makes an event known. */
  public void onEvent(Consumer<ContainerEvent> listener) {
    state.events.onEvent(listener);
  }

  public void dropEvents(boolean dropping) {
    state.events.drop(dropping);
  }

  /** Without support the stream is unimplemented, as in runtimes where it is switched off. */
  public void eventsSupported(boolean supported) {
    state.events.supported(supported);
  }

  /** Ends every {@code follow} with a failure. */
  public void breakEventStreams() {
    state.events.breakStreams("connection reset");
  }

  // Inspection

  /** With all that a status call tells, at the clock's time, oldest first. */
  public List<ObservedContainer> allContainers() {
    synchronized (state) {
      Instant now = state.outside.clockNow();
      return state.containers.values().stream().map(c -> c.status(now)).toList();
    }
  }

  public List<ObservedSandbox> allSandboxes() {
    synchronized (state) {
      return state.sandboxes.values().stream().map(FakeSandbox::status).toList();
    }
  }

  public Optional<ObservedContainer> container(ContainerId id) {
    synchronized (state) {
      FakeContainer container = state.containers.get(id);
      return container == null
          ? Optional.empty()
          : Optional.of(container.status(state.outside.clockNow()));
    }
  }

  public List<ObservedContainer> containersOf(PodUid uid) {
    synchronized (state) {
      Instant now = state.outside.clockNow();
      return state.containers.values().stream()
          .filter(c -> c.uid().equals(uid))
          .map(c -> c.status(now))
          .toList();
    }
  }

  public Optional<ObservedSandbox> sandbox(SandboxId id) {
    synchronized (state) {
      FakeSandbox sandbox = state.sandboxes.get(id);
      return sandbox == null ? Optional.empty() : Optional.of(sandbox.status());
    }
  }

  public List<ObservedSandbox> sandboxesOf(PodUid uid) {
    synchronized (state) {
      return state.sandboxes.values().stream()
          .filter(s -> s.uid().equals(uid))
          .map(FakeSandbox::status)
          .toList();
    }
  }

  /** Whether it answers calls at all. */
  public boolean available() {
    return state.isAvailable();
  }

  /** Runtimes from before Kubernetes 1.27 do not tell what their containers may use. */
  public FakeRuntime tellsNoResources() {
    synchronized (state) {
      state.tellsResources = false;
    }
    return this;
  }

  /** From now on every container uses that much. */
  public void memoryUsage(long bytes) {
    facts.memoryUsage = bytes;
  }

  public LinuxResources resourcesOf(ContainerId id) {
    synchronized (state) {
      return containers.require(id).resources;
    }
  }

  /** What happened, in the order of time. */
  public List<FakeRuntimeEvent> history() {
    return state.history();
  }

  /** What happened since it was last taken or cleared, in the order of time. */
  public List<FakeRuntimeEvent> takeHistory() {
    return state.takeHistory();
  }

  public void clearHistory() {
    state.clearHistory();
  }
}

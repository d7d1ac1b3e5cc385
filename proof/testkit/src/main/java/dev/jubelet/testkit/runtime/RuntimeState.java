package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Outside;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Everything that the fake runtime knows, behind one lock: this object's own. */
final class RuntimeState {
  private static final int HISTORY_MAX = 200_000;

  final Outside outside;
  final FakeEvents events;
  final Map<SandboxId, FakeSandbox> sandboxes = new LinkedHashMap<>();
  final Map<ContainerId, FakeContainer> containers = new LinkedHashMap<>();
  final AddressPool addresses = new AddressPool();
  private final Map<String, String> reservedNames = new LinkedHashMap<>();
  private final Deque<FakeRuntimeEvent> history = new ArrayDeque<>();
  boolean tellsResources = true;
  private boolean available = true;
  private Duration took = Duration.ZERO;
  private long sequence;

  RuntimeState(Outside outside) {
    this.outside = outside;
    this.events = new FakeEvents(this);
  }

  /** Runs one call of the port; what it takes is spent when the lock is free again. */
  <T> T call(OutsideCall call, Supplier<T> effect) {
    try {
      return outside.call(call, () -> locked(effect));
    } finally {
      events.deliver();
    }
  }

  void run(OutsideCall call, Runnable effect) {
    call(
        call,
        () -> {
          effect.run();
          return "done";
        });
  }

  private <T> T locked(Supplier<T> effect) {
    Duration spent = Duration.ZERO;
    try {
      synchronized (this) {
        requireAvailable();
        settle(outside.clockNow());
        took = Duration.ZERO;
        try {
          return effect.get();
        } finally {
          spent = took;
        }
      }
    } finally {
      outside.spend(spent);
    }
  }

  synchronized void requireAvailable() {
    if (!available) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "connection to the container runtime refused");
    }
  }

  synchronized boolean isAvailable() {
    return available;
  }

  synchronized void available(boolean newAvailable) {
    available = newAvailable;
  }

  /** The call that runs now takes this long. */
  void takes(Duration duration) {
    took = took.plus(duration);
  }

  /** Ids are sequential, and as long as those of real runtimes. */
  String nextId(String kind) {
    sequence++;
    return "%s%060x".formatted(kind, sequence);
  }

  void reserve(String what, String name, String id) {
    String key = what + " " + name;
    String holder = reservedNames.putIfAbsent(key, id);
    if (holder != null) {
      throw new OutsideFailure(
          FailureKind.ALREADY_EXISTS,
          "failed to reserve %s name \"%s\": name \"%s\" is reserved for \"%s\""
              .formatted(what, name, name, holder));
    }
  }

  void release(String id) {
    reservedNames.values().remove(id);
  }

  List<FakeContainer> containersOf(FakeSandbox sandbox) {
    return containers.values().stream().filter(c -> c.sandbox == sandbox).toList();
  }

  /** Makes those exits happen that are due. */
  synchronized void settle(Instant now) {
    // With every call and every move of the clock, and mostly for nothing: no list is made then.
    List<FakeContainer> due = null;
    for (FakeContainer container : containers.values()) {
      if (container.exit == null && container.exitedBy(now)) {
        due = due == null ? new ArrayList<>() : due;
        due.add(container);
      }
    }
    if (due != null) {
      due.sort(Comparator.comparing(RuntimeState::exitAt));
      due.forEach(this::settle);
    }
  }

  /** Makes the exit of this container happen, for instance since the caller has waited for it. */
  void settle(FakeContainer container) {
    FakeContainer.Exit end = container.nextExit();
    if (end == null || container.exit != null) {
      return;
    }
    container.exit = end;
    note(FakeRuntimeEvent.Kind.CONTAINER_EXITED, end.at(), container, end.code());
    events.tell(ContainerEvent.Kind.STOPPED, container.id.value(), container.uid(), end.at());
  }

  /** The end of time when nothing is going to end. */
  synchronized Instant nextExit() {
    Instant next = Instant.MAX;
    for (FakeContainer container : containers.values()) {
      if (container.exit == null) {
        Instant at = exitAt(container);
        next = at.isBefore(next) ? at : next;
      }
    }
    return next;
  }

  private static Instant exitAt(FakeContainer container) {
    FakeContainer.Exit end = container.nextExit();
    return end == null ? Instant.MAX : end.at();
  }

  synchronized @Nullable PodUid uidOf(ContainerId id) {
    FakeContainer container = containers.get(id);
    return container == null ? null : container.uid();
  }

  synchronized String nameOf(ContainerId id) {
    FakeContainer container = containers.get(id);
    return container == null ? id.value() : container.config.name();
  }

  synchronized @Nullable PodUid uidOf(SandboxId id) {
    FakeSandbox sandbox = sandboxes.get(id);
    return sandbox == null ? null : sandbox.uid();
  }

  OutsideCall about(Operation operation, ContainerId id) {
    return new OutsideCall(operation, uidOf(id), nameOf(id));
  }

  OutsideCall about(Operation operation, SandboxId id) {
    return new OutsideCall(operation, uidOf(id), "");
  }

  void note(FakeRuntimeEvent.Kind kind, Instant at, FakeSandbox s) {
    note(
        new FakeRuntimeEvent(
            at,
            kind,
            s.uid(),
            s.id.value(),
            s.id.value(),
            s.config.name(),
            s.config.attempt(),
            null));
  }

  void note(FakeRuntimeEvent.Kind kind, Instant at, FakeContainer c, @Nullable Integer exitCode) {
    note(
        new FakeRuntimeEvent(
            at,
            kind,
            c.uid(),
            c.id.value(),
            c.sandbox.id.value(),
            c.config.name(),
            c.config.attempt(),
            exitCode));
  }

  private void note(FakeRuntimeEvent event) {
    if (history.size() == HISTORY_MAX) {
      history.removeFirst();
    }
    history.addLast(event);
  }

  /** In the order of time: an effect that waits notes what lies ahead of the clock. */
  synchronized List<FakeRuntimeEvent> history() {
    if (history.isEmpty()) {
      return List.of();
    }
    List<FakeRuntimeEvent> ordered = new ArrayList<>(history);
    ordered.sort(Comparator.comparing(FakeRuntimeEvent::at));
    return List.copyOf(ordered);
  }

  synchronized List<FakeRuntimeEvent> takeHistory() {
    List<FakeRuntimeEvent> taken = history();
    history.clear();
    return taken;
  }

  synchronized void clearHistory() {
    history.clear();
  }
}

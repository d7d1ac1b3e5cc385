package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeEvents;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/** The event stream: what was told goes out when the clock has reached its time. */
final class FakeEvents implements RuntimeEvents {
  private static final int QUEUE_MAX = 1000;

  private record Told(ContainerEvent event, long sequence) {}

  /** What a follower takes from its queue: an event, or why the stream ends. */
  private sealed interface Item {
    record Next(ContainerEvent event) implements Item {}

    record Broken(String why) implements Item {}
  }

  private final RuntimeState state;
  private final PriorityQueue<Told> told =
      new PriorityQueue<>(
          Comparator.comparing((Told t) -> t.event().at()).thenComparingLong(Told::sequence));
  private final List<Consumer<ContainerEvent>> listeners = new ArrayList<>();
  private final List<BlockingQueue<Item>> followers = new ArrayList<>();
  private boolean supported = true;
  private boolean dropping;
  private long sequence;

  FakeEvents(RuntimeState state) {
    this.state = state;
  }

  void tell(ContainerEvent.Kind kind, String id, PodUid uid, Instant at) {
    synchronized (state) {
      told.add(new Told(new ContainerEvent(kind, id, uid, at), sequence++));
    }
  }

  /** Listeners are called without the lock, so they may call the runtime. */
  void deliver() {
    Instant now = state.outside.clockNow();
    List<ContainerEvent> ready = new ArrayList<>();
    List<Consumer<ContainerEvent>> hearing;
    synchronized (state) {
      if (nextDue().isAfter(now)) {
        return;
      }
      for (Told t = told.peek(); t != null && !t.event().at().isAfter(now); t = told.peek()) {
        told.remove();
        if (!dropping && supported) {
          ready.add(t.event());
        }
      }
      hearing = List.copyOf(listeners);
      ready.forEach(this::offer);
    }
    for (ContainerEvent event : ready) {
      hearing.forEach(listener -> listener.accept(event));
    }
  }

  private void offer(ContainerEvent event) {
    for (BlockingQueue<Item> queue : List.copyOf(followers)) {
      if (!queue.offer(new Item.Next(event))) {
        followers.remove(queue);
        queue.clear();
        queue.add(new Item.Broken("the listener is too slow"));
      }
    }
  }

  /** The end of time when nothing is on its way. */
  Instant nextDue() {
    synchronized (state) {
      Told next = told.peek();
      return next == null ? Instant.MAX : next.event().at();
    }
  }

  void onEvent(Consumer<ContainerEvent> listener) {
    synchronized (state) {
      listeners.add(listener);
    }
  }

  /** A crash of our process: nobody listens any more. */
  void forgetListeners() {
    synchronized (state) {
      listeners.clear();
    }
    breakStreams("the client is gone");
  }

  void drop(boolean newDropping) {
    synchronized (state) {
      dropping = newDropping;
    }
  }

  void supported(boolean newSupported) {
    synchronized (state) {
      supported = newSupported;
    }
  }

  void breakStreams(String why) {
    synchronized (state) {
      for (BlockingQueue<Item> queue : followers) {
        queue.clear();
        queue.add(new Item.Broken(why));
      }
      followers.clear();
    }
  }

  @Override
  public void follow(Runnable connected, Consumer<ContainerEvent> listener) {
    BlockingQueue<Item> queue = new LinkedBlockingQueue<>(QUEUE_MAX);
    state.run(
        OutsideCall.of(Operation.EVENTS_FOLLOW),
        () -> {
          if (!supported) {
            throw new OutsideFailure(FailureKind.UNIMPLEMENTED, "this runtime has no events");
          }
          followers.add(queue);
        });
    connected.run();
    try {
      while (true) {
        switch (queue.take()) {
          case Item.Next(ContainerEvent event) -> listener.accept(event);
          case Item.Broken(String why) ->
              throw new OutsideFailure(FailureKind.UNAVAILABLE, "event stream ended: " + why);
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "event stream interrupted", interrupted);
    } finally {
      synchronized (state) {
        followers.remove(queue);
      }
    }
  }
}

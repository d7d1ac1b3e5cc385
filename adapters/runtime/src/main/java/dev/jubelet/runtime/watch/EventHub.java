package dev.jubelet.runtime.watch;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeEvents;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Tells everybody who listens what happens. Who listens too slowly is told that it missed some. */
public final class EventHub implements RuntimeEvents, AutoCloseable {
  private static final int WAITING_MAX = 4096;

  /** Wakes those who wait. */
  private static final ContainerEvent END =
      new ContainerEvent(ContainerEvent.Kind.DELETED, "", null, Instant.EPOCH);

  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public void tell(ContainerEvent.Kind kind, String id, PodUid uid) {
    ContainerEvent event = new ContainerEvent(kind, id, uid, Instant.now());
    followers.forEach(follower -> follower.take(event));
  }

  @Override
  public void follow(Runnable connected, Consumer<ContainerEvent> listener) {
    Follower follower = new Follower();
    followers.add(follower);
    try {
      if (closed) {
        throw ended("the runtime is closed");
      }
      connected.run();
      while (true) {
        ContainerEvent next = follower.waiting.take();
        if (closed) {
          throw ended("the runtime is closed");
        }
        if (follower.missed) {
          throw ended("more than " + WAITING_MAX + " events were not taken in time");
        }
        listener.accept(next);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "nobody listens any more", stopped);
    } finally {
      followers.remove(follower);
    }
  }

  private static OutsideFailure ended(String why) {
    return new OutsideFailure(FailureKind.UNAVAILABLE, why);
  }

  @Override
  public void close() {
    closed = true;
    followers.forEach(follower -> follower.take(END));
  }

  private static final class Follower {
    final BlockingQueue<ContainerEvent> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    volatile boolean missed;

    void take(ContainerEvent event) {
      if (!waiting.offer(event)) {
        missed = true;
      }
    }
  }
}

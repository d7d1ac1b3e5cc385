package dev.jubelet.cri.server;

import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.ports.runtime.RuntimeEvents;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * The events for one reader: one thread follows the runtime, which must not wait, and another one
 * writes. A reader that does not keep up is cut off, since it asks for everything anew then.
 */
final class EventFeed {
  private static final Status TOO_SLOW =
      Status.RESOURCE_EXHAUSTED.withDescription("events were read too slowly");

  private final RuntimeEvents events;
  private final Function<ContainerEvent, ContainerEventResponse> answers;
  private final Function<Throwable, Status> refusals;
  private final ServerCallStreamObserver<ContainerEventResponse> reader;
  private final Duration patience;
  private final BlockingQueue<ContainerEvent> waiting;
  private final Semaphore ready = new Semaphore(0);
  private final AtomicReference<Status> ended = new AtomicReference<>(Status.OK);
  private final Thread follower = Thread.ofVirtual().name("cri-events").unstarted(this::follow);
  private final Thread writer = Thread.ofVirtual().name("cri-event-writer").unstarted(this::write);
  private final Runnable afterwards;

  EventFeed(
      RuntimeEvents events,
      Function<ContainerEvent, ContainerEventResponse> answers,
      Function<Throwable, Status> refusals,
      ServerCallStreamObserver<ContainerEventResponse> reader,
      EventCalls.Limits limits,
      Function<EventFeed, Runnable> afterwards) {
    this.events = events;
    this.answers = answers;
    this.refusals = refusals;
    this.reader = reader;
    this.patience = limits.patience();
    this.waiting = new ArrayBlockingQueue<>(limits.waiting());
    this.afterwards = afterwards.apply(this);
  }

  void begin() {
    reader.setOnReadyHandler(ready::release);
    reader.setOnCancelHandler(() -> end(Status.CANCELLED));
    writer.start();
    follower.start();
  }

  /** The first reason counts. */
  void end(Status why) {
    if (ended.compareAndSet(Status.OK, why)) {
      follower.interrupt();
      writer.interrupt();
    }
  }

  private void follow() {
    try {
      events.follow(() -> {}, this::take);
      end(Status.UNAVAILABLE.withDescription("the runtime ended its events"));
    } catch (Throwable failure) {
      // That somebody else ended it is no failure of the runtime.
      if (ended.get().isOk()) {
        end(refusals.apply(failure));
      }
    }
  }

  private void take(ContainerEvent event) {
    if (!waiting.offer(event)) {
      end(TOO_SLOW);
    }
  }

  private void write() {
    try {
      while (ended.get().isOk()) {
        ContainerEventResponse answer = answers.apply(waiting.take());
        while (!reader.isReady()) {
          if (!ready.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            end(TOO_SLOW);
          }
        }
        reader.onNext(answer);
      }
    } catch (InterruptedException end) {
      // Somebody has said why.
    } catch (Throwable failure) {
      end(refusals.apply(failure));
    } finally {
      afterwards.run();
      if (!reader.isCancelled()) {
        reader.onError(ended.get().asException());
      }
    }
  }
}

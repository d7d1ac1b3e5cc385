package dev.jubelet.cri.server;

import dev.jubelet.cri.wire.ContainerEventResponse;
import dev.jubelet.cri.wire.GetEventsRequest;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeEvents;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Who follows events. */
final class EventCalls {
  /**
   * @param readers that may follow at the same time
   * @param waiting events that may wait for one reader
   * @param patience with a reader that takes nothing at all
   */
  record Limits(int readers, int waiting, Duration patience) {
    static final Limits USUAL = new Limits(64, 1000, Duration.ofSeconds(30));
  }

  private final RuntimeEvents events;
  private final EventAnswers answers;
  private final GrpcErrors refusals;
  private final Limits limits;
  private final Set<EventFeed> feeds = new HashSet<>();
  private boolean closed;

  EventCalls(RuntimeEvents events, EventAnswers answers, GrpcErrors refusals, Limits limits) {
    this.events = events;
    this.answers = answers;
    this.refusals = refusals;
    this.limits = limits;
  }

  void offer(CallTable table) {
    table.stream(RuntimeServiceGrpc.getGetContainerEventsMethod(), this::follow);
  }

  private void follow(
      GetEventsRequest question, ServerCallStreamObserver<ContainerEventResponse> reader) {
    EventFeed feed =
        new EventFeed(
            events,
            answers::answer,
            failure -> refusals.status("GetContainerEvents", failure),
            reader,
            limits,
            self -> () -> forget(self));
    admit(feed);
    feed.begin();
  }

  private synchronized void admit(EventFeed feed) {
    if (closed) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the runtime is stopping");
    }
    if (feeds.size() >= limits.readers()) {
      throw new OutsideFailure(
          FailureKind.EXHAUSTED, "events are followed by %d already".formatted(feeds.size()));
    }
    feeds.add(feed);
  }

  private synchronized void forget(EventFeed feed) {
    feeds.remove(feed);
  }

  /** These would never end by themselves. */
  void close() {
    List<EventFeed> open;
    synchronized (this) {
      closed = true;
      open = new ArrayList<>(feeds);
    }
    open.forEach(feed -> feed.end(Status.UNAVAILABLE.withDescription("the runtime is stopping")));
  }
}

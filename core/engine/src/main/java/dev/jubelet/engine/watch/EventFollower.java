package dev.jubelet.engine.watch;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.RuntimeEvents;
import java.time.Duration;

/** Follows the runtime's events for as long as the node runs; blocks on a thread of its own. */
public final class EventFollower {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RuntimeEvents events;
  private final RuntimeWatcher watcher;
  private final NodeServices node;
  private volatile boolean closed;
  private volatile boolean flowed;

  public EventFollower(RuntimeEvents events, RuntimeWatcher watcher, NodeServices node) {
    this.events = events;
    this.watcher = watcher;
    this.node = node;
  }

  public void start() {
    if (!closed) {
      node.effects().run("runtime events", this::follow, this::ended);
    }
  }

  public void close() {
    closed = true;
  }

  private OutsideFailure follow() {
    try {
      events.follow(this::connected, watcher::eventSeen);
      return new OutsideFailure(FailureKind.UNAVAILABLE, "the event stream ended");
    } catch (OutsideFailure failure) {
      return failure;
    }
  }

  private void connected() {
    flowed = true;
    watcher.eventsFlow(true);
  }

  private void ended(OutsideFailure why) {
    if (closed) {
      return;
    }
    if (why.kind() == FailureKind.UNIMPLEMENTED) {
      node.journal()
          .write(
              Journal.Level.NORMAL,
              "NoRuntimeEvents",
              "this runtime has no event stream: it is asked every second instead");
      return;
    }
    if (flowed) {
      flowed = false;
      watcher.eventsFlow(false);
    }
    node.time().after(PAUSE, this::start);
  }
}

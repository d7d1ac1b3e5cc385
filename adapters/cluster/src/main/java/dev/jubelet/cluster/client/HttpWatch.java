package dev.jubelet.cluster.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A watch over HTTP, until the server or we end it. */
final class HttpWatch<T> implements WatchStream<T> {
  private final String call;
  private final WatchEvents<T> events;
  private final Supplier<Instant> clock;
  private final Duration quietMax;
  private final Instant end;
  private final Consumer<HttpWatch<T>> onClose;

  private volatile Instant heard;
  private volatile boolean closed;
  private volatile @Nullable String givenUp;

  /**
   * @param quietMax without an event or a bookmark, which the server sends every minute
   * @param lifeMax how long the server may keep it open
   */
  HttpWatch(
      String call,
      WatchEvents<T> events,
      Supplier<Instant> clock,
      Duration quietMax,
      Duration lifeMax,
      Consumer<HttpWatch<T>> onClose) {
    this.call = call;
    this.events = events;
    this.clock = clock;
    this.quietMax = quietMax;
    this.heard = clock.get();
    this.end = heard.plus(lifeMax);
    this.onClose = onClose;
  }

  @Override
  public Optional<WatchEvent<T>> next() {
    try {
      if (!events.begins()) {
        return ended(null);
      }
      heard = clock.get();
      Optional<WatchEvent<T>> event = Optional.of(events.next());
      heard = clock.get();
      return event;
    } catch (IOException broken) {
      return ended(
          ApiFailure.noAnswer("%s: the watch broke: %s".formatted(call, broken.getMessage())));
    }
  }

  /** Closing comes to the reader as the end or as a broken stream; it means the same. */
  private Optional<WatchEvent<T>> ended(@Nullable ApiFailure broken) {
    String why = givenUp;
    if (why != null) {
      throw ApiFailure.noAnswer(call + ": " + why);
    }
    if (broken != null && !closed) {
      throw broken;
    }
    return Optional.empty();
  }

  void endIfOverdue(Instant now) {
    if (heard.isBefore(now.minus(quietMax))) {
      give("nothing was heard for " + quietMax.toSeconds() + " s");
    } else if (now.isAfter(end)) {
      give("the server did not end it in time");
    }
  }

  /** Ends it as a failure. */
  void give(String why) {
    givenUp = why;
    close();
  }

  @Override
  public void close() {
    closed = true;
    onClose.accept(this);
    try {
      events.close();
    } catch (IOException alreadyBroken) {
      // It is over either way.
    }
  }
}

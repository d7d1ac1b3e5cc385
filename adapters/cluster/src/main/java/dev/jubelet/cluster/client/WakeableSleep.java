package dev.jubelet.cluster.client;

import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A pause of one thread that others may shorten. Not below a few seconds, however often they ask: a
 * server that answers every other request would otherwise be asked without end.
 */
final class WakeableSleep {
  private static final Duration SHORTEST = Duration.ofSeconds(2);
  private static final Duration SPREAD = Duration.ofSeconds(1);

  /** A pause that may be shortened, and until when it lasts at least. */
  private record Pause(CountDownLatch end, Instant least) {}

  private final NodeTime time;
  private final Jitter jitter;
  private boolean ended;
  private boolean shortened;
  private @Nullable Pause pause;
  private NodeTime.@Nullable Alarm alarm;
  private @Nullable CountDownLatch end;

  WakeableSleep(NodeTime time, Jitter jitter) {
    this.time = time;
    this.jitter = jitter;
  }

  /**
   * Returns when the time has passed, or was shortened, or this has ended.
   *
   * @param least how long it lasts in any case
   * @return whether it was shortened
   */
  boolean take(Duration duration, Duration least) {
    CountDownLatch bell = new CountDownLatch(1);
    synchronized (this) {
      if (ended) {
        return false;
      }
      shortened = false;
      end = bell;
      Duration longer = least.compareTo(SHORTEST) > 0 ? least : SHORTEST;
      pause = new Pause(bell, time.now().plus(longer));
      alarm = time.after(duration, bell::countDown);
    }
    try {
      bell.await();
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    return forget();
  }

  private synchronized boolean forget() {
    if (alarm != null) {
      alarm.cancel();
    }
    alarm = null;
    pause = null;
    end = null;
    return shortened;
  }

  synchronized void shorten() {
    Pause known = pause;
    if (known == null) {
      return;
    }
    pause = null;
    shortened = true;
    Duration left = Duration.between(time.now(), known.least());
    Duration spread = Duration.ofNanos((long) (SPREAD.toNanos() * jitter.next()));
    var _ =
        time.after((left.isNegative() ? Duration.ZERO : left).plus(spread), known.end()::countDown);
  }

  /** Now and for ever. */
  synchronized void end() {
    ended = true;
    if (end != null) {
      end.countDown();
    }
  }
}

package dev.jubelet.cluster.client;

import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The time in which the API server is away or not well. One asks for all, every few seconds; who
 * would need a new connection is told at once that there is none, so that a node with many pods is
 * no more trouble to a server that struggles than one with few.
 */
final class Outage implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration SPREAD = Duration.ofSeconds(2);

  /** Between two good answers, for what failed meanwhile to be more than an exception. */
  private static final Duration GAP = Duration.ofSeconds(3);

  /** Such a gap is worth a line in the log; on a quiet node every lease makes a shorter one. */
  private static final Duration LONG_GAP = Duration.ofSeconds(15);

  /** An attempt may hang for long, and the next one would succeed. */
  private static final int AT_ONCE = 3;

  private final NodeTime time;
  private final Jitter jitter;
  private final Question question;
  private final Journal journal;
  private final List<Runnable> waiting = new CopyOnWriteArrayList<>();

  /** Why nobody is connected; "" when somebody can be. */
  private String refusal = "";

  /** Whether the server itself was found to be away or unwell, and not only one answer bad. */
  private boolean certain;

  /** Grows with every outage that is over. */
  private int number;

  private boolean troubled;
  private Instant lastGood;
  private int asking;
  private boolean closed;
  private NodeTime.@Nullable Alarm alarm;

  /** Whether the server is well; fails when there is no answer, or nobody to ask. */
  @FunctionalInterface
  interface Question {
    boolean ask() throws IOException, InterruptedException;
  }

  Outage(NodeTime time, Jitter jitter, Journal journal, Question question) {
    this.time = time;
    this.jitter = jitter;
    this.journal = journal;
    this.question = question;
    this.lastGood = time.now();
  }

  /** Runs it whenever an outage is over. */
  ApiServer.Registration whenOver(Runnable task) {
    waiting.add(task);
    return () -> waiting.remove(task);
  }

  /** Throws while no connection can be made. */
  synchronized void check() {
    if (!refusal.isEmpty()) {
      throw ApiFailure.noAnswer(refusal);
    }
  }

  /**
   * A connection could not be made, which means nothing if somebody who asked later was answered.
   *
   * @param since when it was first tried
   */
  synchronized void begins(Instant since, String why) {
    if (!lastGood.isAfter(since)) {
      begins(why);
    }
  }

  private void begins(String why) {
    troubled = true;
    refusal = why;
    certain = true;
    askLater();
  }

  /** The server is there and not well. */
  synchronized void ails() {
    troubled = true;
    refusal = "";
    certain = true;
    askLater();
  }

  /** What was wrong may have been what we showed, or whom we believed. */
  synchronized void forget() {
    refusal = "";
  }

  /** There was no answer to a request. */
  synchronized void unanswered() {
    troubled = true;
  }

  /** An answer was bad, which may be about what was asked only. */
  synchronized void badAnswer() {
    troubled = true;
    askLater();
  }

  /** The server answers as it should. */
  void goodAnswer() {
    Instant now = time.now();
    Duration gap;
    boolean over;
    synchronized (this) {
      gap = Duration.between(lastGood, now);
      // Where one thing always fails among others that succeed, nobody is away.
      over = certain || (troubled && gap.compareTo(GAP) >= 0);
      refusal = "";
      certain = false;
      troubled = false;
      lastGood = now;
      number++;
      cancel();
    }
    if (!over) {
      return;
    }
    if (gap.compareTo(LONG_GAP) >= 0) {
      journal.write(Journal.Level.NORMAL, "ApiServerBack", "the API server answers again");
    }
    waiting.forEach(Runnable::run);
  }

  @Override
  public synchronized void close() {
    closed = true;
    cancel();
  }

  private void askLater() {
    if (alarm == null && !closed && asking < AT_ONCE) {
      Duration spread = Duration.ofNanos((long) (SPREAD.toNanos() * jitter.next()));
      alarm = time.after(PAUSE.plus(spread), this::ask);
    }
  }

  private void ask() {
    int asked;
    synchronized (this) {
      alarm = null;
      if (closed) {
        return;
      }
      asked = number;
      asking++;
      if (certain) {
        askLater();
      }
    }
    var _ = Thread.ofVirtual().name("is the API server back").start(() -> askNow(asked));
  }

  private void askNow(int asked) {
    boolean well = false;
    String failure = "the request was not completed";
    try {
      well = question.ask();
      failure = "";
    } catch (IOException | ApiFailure none) {
      failure = String.valueOf(none.getMessage());
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      answered(asked, well, failure);
    }
  }

  private void answered(int asked, boolean well, String failure) {
    synchronized (this) {
      asking--;
      if (asked != number) {
        // That one is over, whatever was learned about it.
        return;
      }
      if (!failure.isEmpty()) {
        begins(failure);
      } else if (!well) {
        ails();
      }
    }
    if (well) {
      goodAnswer();
    }
  }

  private void cancel() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }
}

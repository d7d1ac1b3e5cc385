package dev.jubelet.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Waits for what another thread or process brings about; the only place in tests that does. */
public final class Await {
  /** Long enough for a busy machine; nothing waits for it when all is well. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(25);

  private Await() {}

  /** Something that may become true; a checked exception ends the wait as a failure. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * @param what completes the sentence "not within 20.0 s: …"
   */
  public static void until(String what, Condition condition) {
    until(what, PATIENCE, condition);
  }

  public static void until(String what, Duration limit, Condition condition) {
    until(what, limit, condition, () -> "");
  }

  /**
   * @param seen describes how things are, for the message when the time is over
   */
  public static void until(
      String what, Duration limit, Condition condition, Supplier<String> seen) {
    if (!within(limit, condition)) {
      throw tooLate(what, limit, seen.get());
    }
  }

  /**
   * For whoever measures how long it takes.
   *
   * @param step between two looks
   */
  public static void until(String what, Duration limit, Duration step, Condition condition) {
    if (!within(limit, step, step, condition)) {
      throw tooLate(what, limit, "");
    }
  }

  /** The value, as soon as there is one. */
  public static <T> T value(String what, Duration limit, Callable<Optional<T>> look) {
    Found<T> found = new Found<>();
    until(
        what,
        limit,
        () -> {
          found.value = look.call();
          return found.value.isPresent();
        });
    return found.value.orElseThrow();
  }

  /** Whether the condition comes to hold before the limit is over. */
  public static boolean within(Duration limit, Condition condition) {
    return within(limit, FIRST_PAUSE, LONGEST_PAUSE, condition);
  }

  private static boolean within(
      Duration limit, Duration first, Duration longest, Condition condition) {
    long end = System.nanoTime() + limit.toNanos();
    Duration pause = first;
    while (!holds(condition)) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      pause(pause);
      Duration longer = pause.multipliedBy(2);
      pause = longer.compareTo(longest) < 0 ? longer : longest;
    }
    return true;
  }

  /** Lets time pass where nothing tells that enough of it did. */
  public static void pause(Duration time) {
    if (!paused(time)) {
      throw new AssertionError("interrupted");
    }
  }

  /** The same; false, with the interrupt kept, when somebody cut it short. */
  public static boolean paused(Duration time) {
    try {
      Thread.sleep(time);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (Exception e) {
      throw new AssertionError(e.toString(), e);
    }
  }

  private static AssertionError tooLate(String what, Duration limit, String seen) {
    String message = "not within %.1f s: %s".formatted(limit.toMillis() / 1000.0, what);
    return new AssertionError(seen.isEmpty() ? message : message + System.lineSeparator() + seen);
  }

  private static final class Found<T> {
    private Optional<T> value = Optional.empty();
  }
}

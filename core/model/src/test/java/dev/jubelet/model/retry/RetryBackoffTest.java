package dev.jubelet.model.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {
  private static final RetryBackoff BACKOFF =
      new RetryBackoff(Duration.ofMillis(800), Duration.ofSeconds(5));

  @Test
  void doublesThePauseWithEachFailureUpToTheLongest() {
    List<Long> pauses =
        IntStream.rangeClosed(1, 5).mapToObj(n -> BACKOFF.after(n).toMillis()).toList();

    assertEquals(List.of(800L, 1600L, 3200L, 5000L, 5000L), pauses);
  }

  @Test
  void neverGrowsBeyondTheLongestHoweverManyFailuresThereWere() {
    assertEquals(Duration.ofSeconds(5), BACKOFF.after(31));
    assertEquals(Duration.ofSeconds(5), BACKOFF.after(32));
    assertEquals(Duration.ofSeconds(5), BACKOFF.after(65));
    assertEquals(Duration.ofSeconds(5), BACKOFF.after(Integer.MAX_VALUE));
  }

  @Test
  void waitsTheFirstPauseBeforeAnythingFailed() {
    assertEquals(Duration.ofMillis(800), BACKOFF.after(0));
  }

  @Test
  void chanceTakesNoMoreThanItsShare() {
    RetryBackoff halves = new RetryBackoff(Duration.ofSeconds(2), Duration.ofSeconds(30), 0.5);

    assertEquals(Duration.ofSeconds(4), halves.after(2, 0));
    assertEquals(Duration.ofMillis(3500), halves.after(2, 0.25));
    assertEquals(Duration.ofSeconds(2), halves.after(2, 1));
    assertEquals(BACKOFF.after(3), BACKOFF.after(3, 0.9));
  }
}

package dev.jubelet.decide.restart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffScheduleTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final BackoffSchedule SCHEDULE = BackoffSchedule.STANDARD;

  private static Backoff backoff(int delay, int since) {
    return new Backoff(Duration.ofSeconds(delay), T0.plusSeconds(since));
  }

  @Test
  void thingThatKeepsFailingWaitsForTenSecondsDoublingToFiveMinutes() {
    List<Long> waits = new ArrayList<>();
    Backoff current = null;
    Instant failedAt = T0;
    for (int crash = 0; crash < 9; crash++) {
      Instant next = SCHEDULE.nextStart(current, failedAt);
      waits.add(Duration.between(failedAt, next).toSeconds());
      current = SCHEDULE.afterTry(current, failedAt, next);
      failedAt = next.plusSeconds(1);
    }
    assertThat(waits).containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 300L, 300L, 300L);
  }

  @Test
  void firstTryIsFree() {
    assertThat(SCHEDULE.nextStart(null, T0)).isEqualTo(T0);
    assertThat(SCHEDULE.afterTry(null, T0, T0.plusSeconds(3))).isEqualTo(backoff(10, 3));
  }

  @Test
  void waitCountsFromTheFailureNotFromTheTry() {
    assertThat(SCHEDULE.nextStart(backoff(40, 0), T0.plusSeconds(100)))
        .isEqualTo(T0.plusSeconds(140));
  }

  @ParameterizedTest(name = "good for {0} s: forgiven {1}")
  @CsvSource({"0, false", "300, false", "599, false", "600, false", "601, true", "86400, true"})
  void whatWentWellForTenMinutesIsForgiven(int good, boolean forgiven) {
    Instant failedAt = T0.plusSeconds(good);
    assertThat(SCHEDULE.nextStart(backoff(300, 0), failedAt))
        .isEqualTo(forgiven ? failedAt : failedAt.plusSeconds(300));
    assertThat(SCHEDULE.afterTry(backoff(300, 0), failedAt, failedAt).delay())
        .isEqualTo(Duration.ofSeconds(forgiven ? 10 : 300));
  }

  @ParameterizedTest(name = "{0} tries: {1} s")
  @CsvSource({
    "1, 10",
    "2, 20",
    "3, 40",
    "4, 80",
    "5, 160",
    "6, 300",
    "7, 300",
    "31, 300",
    "32, 300",
    "2147483647, 300",
  })
  void backOffOfTimesThatNobodyRemembersIsAssumedFromTheTries(int tries, int delay) {
    assertThat(SCHEDULE.assumed(tries, T0)).isEqualTo(backoff(delay, 0));
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void whatWasNeverTriedAgainHasNoBackOff(int tries) {
    assertThat(SCHEDULE.assumed(tries, T0)).isNull();
  }

  @Test
  void shortLimitHoldsFromTheFirstWaitOn() {
    BackoffSchedule hasty = new BackoffSchedule(Duration.ofSeconds(10), Duration.ofSeconds(3));
    assertThat(hasty.afterTry(null, T0, T0)).isEqualTo(backoff(3, 0));
    assertThat(hasty.afterTry(backoff(3, 0), T0, T0)).isEqualTo(backoff(3, 0));
    assertThat(hasty.assumed(1, T0)).isEqualTo(backoff(3, 0));
  }

  @Test
  void failureBeforeTheTryIsNotForgiven() {
    assertThat(SCHEDULE.nextStart(backoff(20, 0), T0.minusSeconds(9999)))
        .isEqualTo(T0.minusSeconds(9979));
  }
}

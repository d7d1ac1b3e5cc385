package dev.jubelet.engine.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PullRateTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private static List<Long> waits(PullRate rate, Instant at, int count) {
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      waits.add(rate.take(at).toMillis());
    }
    return waits;
  }

  @Test
  void burstGoesAtOnceAndTheRestInItsTurn() {
    assertThat(waits(new PullRate(5, 3), T0, 6)).containsExactly(0L, 0L, 0L, 200L, 400L, 600L);
  }

  @Test
  void quietTimeGivesBackTheBurstAndNoMore() {
    PullRate rate = new PullRate(5, 3);
    waits(rate, T0, 6);
    assertThat(waits(rate, T0.plus(Duration.ofHours(1)), 4)).containsExactly(0L, 0L, 0L, 200L);
  }

  @Test
  void withoutBurstEachHasItsPlace() {
    assertThat(waits(new PullRate(2, 1), T0, 3)).containsExactly(0L, 500L, 1000L);
  }
}

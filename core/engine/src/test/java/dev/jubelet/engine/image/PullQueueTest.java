package dev.jubelet.engine.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PullQueueTest {
  private final List<Duration> waits = new ArrayList<>();

  /** A clock that rings at once and writes down for when it was set. */
  private final NodeTime hasty =
      new NodeTime() {
        @Override
        public Instant now() {
          return ManualTime.DAWN;
        }

        @Override
        public Instant wall() {
          return ManualTime.DAWN;
        }

        @Override
        public Alarm after(Duration delay, Runnable task) {
          waits.add(delay);
          task.run();
          return () -> {};
        }
      };

  @Test
  void aPullWaitsForItsTurnOnTheNodesClock() {
    PullQueue turns = new PullQueue(new PullLimits(4, 1, 2), hasty);
    for (int pull = 0; pull < 4; pull++) {
      assertThat(turns.during(() -> "pulled")).isEqualTo("pulled");
    }
    assertThat(waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @Test
  void whoWouldWaitTooLongIsToldAtOnce() {
    PullQueue turns = new PullQueue(new PullLimits(4, 1, 1), hasty);
    for (int pull = 0; pull <= PullQueue.LONGEST_WAIT.toSeconds(); pull++) {
      turns.during(() -> "pulled");
    }
    assertThatThrownBy(() -> turns.during(() -> "pulled"))
        .isInstanceOf(OutsideFailure.class)
        .hasMessageContaining("more pulls are waiting");
  }
}

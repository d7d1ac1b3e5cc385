package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.jubelet.ports.NodeTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemTimeTest {
  private final CompletableFuture<Throwable> bug = new CompletableFuture<>();
  private final SystemTime time = new SystemTime((where, thrown) -> bug.complete(thrown));

  @AfterEach
  void close() {
    time.close();
  }

  @Test
  void startsAtTheWallClockAndNeverGoesBack() {
    Instant before = time.now();
    assertThat(before).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
    assertThat(time.wall()).isCloseTo(Instant.now(), within(5, ChronoUnit.SECONDS));
    for (int i = 0; i < 1000; i++) {
      Instant next = time.now();
      assertThat(next).isAfterOrEqualTo(before);
      before = next;
    }
  }

  @Test
  void ringsOnAVirtualThreadNoEarlierThanAsked() throws Exception {
    CompletableFuture<Instant> rang = new CompletableFuture<>();
    Instant asked = time.now();
    time.after(
        Duration.ofMillis(20),
        () -> {
          assertThat(Thread.currentThread().isVirtual()).isTrue();
          rang.complete(time.now());
        });
    assertThat(Duration.between(asked, rang.get(60, TimeUnit.SECONDS)))
        .isGreaterThanOrEqualTo(Duration.ofMillis(20));
  }

  @Test
  void aCancelledAlarmIsForgotten() {
    NodeTime.Alarm alarm = time.after(Duration.ofHours(1), () -> {});
    assertThat(time.pending()).isEqualTo(1);
    alarm.cancel();
    assertThat(time.pending()).isZero();
  }

  @Test
  void aTaskThatBlocksDelaysNoOther() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CompletableFuture<Boolean> second = new CompletableFuture<>();
    time.after(
        Duration.ZERO,
        () -> {
          try {
            never.await();
          } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
          }
        });
    time.after(Duration.ofMillis(1), () -> second.complete(true));
    assertThat(second.get(60, TimeUnit.SECONDS)).isTrue();
    never.countDown();
  }

  @Test
  void whatATaskThrowsIsReported() throws Exception {
    time.after(
        Duration.ofMillis(-5),
        () -> {
          throw new IllegalStateException("here");
        });
    assertThat(bug.get(60, TimeUnit.SECONDS)).hasMessage("here");
  }

  @Test
  void afterItsEndNothingRings() {
    time.close();
    NodeTime.Alarm alarm = time.after(Duration.ZERO, () -> bug.complete(new AssertionError()));
    alarm.cancel();
    assertThat(time.pending()).isZero();
    assertThat(bug).isNotDone();
  }
}

package dev.jubelet.engine.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PermitsTest {
  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void workGivesItsAnswer() {
    assertThat(new Permits("one", 1).during(() -> "answer")).isEqualTo("answer");
  }

  @Test
  void neverMoreThanAllowedAreUnderWayTogether() throws ExecutionException, InterruptedException {
    Permits permits = new Permits("a free start", 3);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch three = new CountDownLatch(3);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> all =
          IntStream.range(0, 20)
              .mapToObj(_ ->
                  threads.submit(() ->
                      permits.during(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        three.countDown();
                        await(three);
                        return inside.decrementAndGet();
                      })))
              .toList();
      for (Future<Integer> one : all) {
        one.get();
      }
    }
    assertThat(most).hasValue(3);
  }

  @Test
  void permitOfWorkThatFailsIsFreeAgain() {
    Permits permits = new Permits("one", 1);
    for (int i = 0; i < 3; i++) {
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() ->
              permits.during(() -> {
                throw new IllegalStateException("it went wrong");
              }));
    }
    assertThat(permits.during(() -> true)).isTrue();
  }

  @Test
  void waitEndsWhenTheNodeStops() throws InterruptedException {
    Permits permits = new Permits("one", 1);
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() ->
          permits.during(() -> {
            taken.countDown();
            await(free);
            return true;
          }));
      await(taken);
      Future<FailureKind> waiting =
          threads.submit(() -> {
            Thread.currentThread().interrupt();
            try {
              return permits.during(() -> FailureKind.INTERNAL);
            } catch (OutsideFailure stopping) {
              assertThat(Thread.interrupted()).as("the interruption is kept").isTrue();
              return stopping.kind();
            }
          });
      assertThat(waiting).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(FailureKind.UNAVAILABLE);
      free.countDown();
    }
  }
}

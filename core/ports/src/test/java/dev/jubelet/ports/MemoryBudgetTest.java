package dev.jubelet.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget("API objects", 100_000);

  @Test
  void theSumOfAllSharesStaysWithinTheLimit() {
    try (MemoryBudget.Share first = budget.open(60_000);
        MemoryBudget.Share second = budget.open(40_000)) {
      assertThat(budget.used()).isEqualTo(100_000);
      assertThatExceptionOfType(OutsideFailure.class)
          .isThrownBy(() -> second.take(1))
          .withMessage(
              "API objects may use 97 KiB of memory on this node: 97 KiB are in use, and 1 bytes"
                  + " more do not fit")
          .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.EXHAUSTED));
      assertThat(second.held()).isEqualTo(40_000);
      first.giveBack(10_000);
      second.take(10_000);
    }
    assertThat(budget.used()).isZero();
  }

  @Test
  void aClosedShareGivesBackOnceOnly() {
    MemoryBudget.Share share = budget.open(70_000);
    share.close();
    share.close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void whatNeverFitsDoesNotWait() {
    try (MemoryBudget.Share share = budget.open()) {
      assertThatExceptionOfType(OutsideFailure.class)
          .isThrownBy(() -> share.take(100_001, Duration.ofDays(1)));
    }
  }

  @Test
  void whoHasPatienceGetsWhatOthersGiveBack() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        MemoryBudget.Share first = budget.open(90_000)) {
      var second =
          threads.submit(() -> {
            asked.countDown();
            try (MemoryBudget.Share share = budget.open()) {
              share.take(50_000, Duration.ofSeconds(20));
              return share.held();
            }
          });
      asked.await();
      first.giveBack(90_000);
      assertThat(second.get()).isEqualTo(50_000);
    }
  }

  @Test
  void patienceEnds() {
    try (MemoryBudget.Share first = budget.open(90_000);
        MemoryBudget.Share second = budget.open()) {
      assertThatExceptionOfType(OutsideFailure.class)
          .isThrownBy(() -> second.take(50_000, Duration.ofMillis(5)));
      assertThat(first.held()).isEqualTo(90_000);
    }
  }

  @Test
  void aBudgetOfNothingIsAMistake() {
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryBudget("logs", 0));
  }
}

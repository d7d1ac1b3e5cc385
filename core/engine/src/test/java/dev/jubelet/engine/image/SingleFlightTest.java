package dev.jubelet.engine.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SingleFlightTest {
  private static final int ASKERS = 50;

  private final SingleFlight<String, String> pulls =
      new SingleFlight<>("work", Duration.ofSeconds(20));
  private final AtomicInteger begun = new AtomicInteger();
  private final CountDownLatch go = new CountDownLatch(1);

  private String slowly(String key) {
    return pulls.join(
        key,
        () -> {
          begun.incrementAndGet();
          await(go);
          if (key.startsWith("bad")) {
            throw new OutsideFailure(FailureKind.DENIED, "refused");
          }
          return key + " done";
        });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Thread> waiting(List<Thread> threads) {
    return threads.stream()
        .filter(thread -> thread.getState() == Thread.State.TIMED_WAITING)
        .toList();
  }

  @Test
  void fiftyAskersAreOneWork() throws InterruptedException {
    Queue<String> answers = new ConcurrentLinkedQueue<>();
    List<Thread> askers =
        IntStream.range(0, ASKERS)
            .mapToObj(_ -> Thread.ofVirtual().start(() -> answers.add(slowly("x"))))
            .toList();
    Await.until("all askers wait", () -> waiting(askers).size() == ASKERS);
    go.countDown();
    for (Thread asker : askers) {
      asker.join();
    }
    assertThat(answers).hasSize(ASKERS).containsOnly("x done");
    assertThat(begun).hasValue(1);
  }

  @Test
  void failureIsToldToAllWhoWait() throws Exception {
    Thread leader = Thread.ofVirtual().unstarted(() -> tell(FailureKind.DENIED));
    Thread follower = Thread.ofVirtual().unstarted(() -> tell(FailureKind.DENIED));
    leader.start();
    Await.until("the work begins", () -> begun.get() > 0);
    follower.start();
    Await.until("the follower waits", () -> !waiting(List.of(follower)).isEmpty());
    go.countDown();
    leader.join();
    follower.join();
    assertThat(told).hasValue(2);
    assertThat(begun).hasValue(1);
  }

  private final AtomicInteger told = new AtomicInteger();

  private void tell(FailureKind expected) {
    try {
      slowly("bad");
    } catch (OutsideFailure failure) {
      if (failure.kind() == expected && failure.text().equals("refused")) {
        told.incrementAndGet();
      }
    }
  }

  @Test
  void whoStopsWaitingDisturbsNobody() throws Exception {
    Thread leader = Thread.ofVirtual().start(() -> slowly("x"));
    Await.until("the work begins", () -> begun.get() > 0);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Thread impatient =
          Thread.ofVirtual()
              .start(() ->
                  assertThatExceptionOfType(OutsideFailure.class).isThrownBy(() -> slowly("x")));
      Await.until("the impatient one waits", () -> !waiting(List.of(impatient)).isEmpty());
      Future<String> patient = threads.submit(() -> slowly("x"));
      impatient.interrupt();
      impatient.join();
      go.countDown();
      assertThat(patient.get()).isEqualTo("x done");
    }
    leader.join();
  }

  @Test
  void waitHasAnEnd() throws Exception {
    SingleFlight<String, String> hasty = new SingleFlight<>("work", Duration.ofMillis(20));
    CountDownLatch begins = new CountDownLatch(1);
    Thread leader =
        Thread.ofVirtual()
            .start(() ->
                hasty.join(
                    "x",
                    () -> {
                      begins.countDown();
                      await(go);
                      return "";
                    }));
    await(begins);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> hasty.join("x", () -> ""))
        .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT));
    go.countDown();
    leader.join();
  }

  @Test
  void nextAskerAfterAFailureTriesAgain() {
    assertThatIllegalStateException()
        .isThrownBy(() ->
            pulls.join(
                "x",
                () -> {
                  throw new IllegalStateException("bug");
                }));
    assertThat(pulls.join("x", () -> "fine")).isEqualTo("fine");
  }
}

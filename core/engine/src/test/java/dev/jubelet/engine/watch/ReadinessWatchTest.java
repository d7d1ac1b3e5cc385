package dev.jubelet.engine.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadinessWatchTest {
  private final Bench bench = new Bench();
  private final Instant begin = bench.time.now();
  private final List<RuntimeReadiness> told = new ArrayList<>();
  private final ReadinessWatch watch =
      new ReadinessWatch(bench.runtime.runtime().facts(), bench.node(), told::add);

  private List<Long> asked() {
    return bench.takeTimes(Operation.FACTS, begin);
  }

  @Test
  void readyRuntimeIsAskedEveryTenSeconds() {
    watch.start();
    bench.advanceSeconds(21);
    assertThat(asked()).containsExactly(0L, 10_000L, 20_000L);
    assertThat(told).containsOnly(RuntimeReadiness.READY);
  }

  @ParameterizedTest
  @CsvSource({"true, false", "false, true", "false, false"})
  void runtimeThatIsNotReadyIsAskedEverySecond(boolean runtime, boolean network) {
    bench.runtime.readiness(new RuntimeReadiness(runtime, "why", network, "why"));
    watch.start();
    bench.advance(Duration.ofMillis(2500));
    assertThat(asked()).containsExactly(0L, 1000L, 2000L);
  }

  @Test
  void becomesSlowWhenAllIsReady() {
    bench.runtime.readiness(new RuntimeReadiness(true, "", false, "no cni"));
    watch.start();
    bench.advance(Duration.ofMillis(1500));
    bench.runtime.readiness(RuntimeReadiness.READY);
    bench.advanceSeconds(9);
    assertThat(asked()).containsExactly(0L, 1000L, 2000L);
    assertThat(told.getLast()).isEqualTo(RuntimeReadiness.READY);
  }

  @Test
  void runtimeThatDoesNotAnswerIsNotReady() {
    bench.faults.once(
        Operation.FACTS,
        new Fault.FailBefore(FailureKind.UNAVAILABLE, "it is away", Duration.ZERO));
    watch.start();
    bench.advance(Duration.ofMillis(1500));
    assertThat(told)
        .containsExactly(RuntimeReadiness.unanswered("it is away"), RuntimeReadiness.READY);
  }

  @Test
  void closedWatchAsksNoMore() {
    watch.start();
    bench.run();
    watch.close();
    bench.advanceSeconds(600);
    assertThat(asked()).containsExactly(0L);
  }
}

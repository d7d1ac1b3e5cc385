package dev.jubelet.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
  private record Played(Simulation.Verdict verdict, List<String> trace) {}

  private static Played play(long seed) {
    List<String> trace = new ArrayList<>();
    return new Played(Simulation.run(seed, trace::add), trace);
  }

  /** {@code -Dsim.seeds=N} runs more of them, {@code -Dsim.from=N} others. */
  @Test
  void invariantsHoldForAllSeeds() {
    int seeds = Integer.getInteger("sim.seeds", 300);
    long from = Long.getLong("sim.from", 1);
    SimulationRuns.Summary summary = SimulationRuns.run(from, seeds, done -> {});
    assertThat(summary.broken()).as(summary.words()).isEmpty();
    assertThat(summary.runs()).isEqualTo(seeds);
    assertThat(summary.lives()).as("our process dies now and then").isGreaterThan(summary.runs());
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 77, 1234, 987_654_321})
  void sameSeedGivesSameTrace(long seed) throws InterruptedException, ExecutionException {
    Played here = play(seed);
    assertThat(play(seed)).isEqualTo(here);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Played> one = threads.submit(() -> play(seed));
      Future<Played> other = threads.submit(() -> play(seed));
      assertThat(one.get()).isEqualTo(here);
      assertThat(other.get()).isEqualTo(here);
    }
  }

  @Test
  void theDigestDoesNotDependOnWhetherSomebodyReads() {
    assertThat(Simulation.run(5).digest()).isEqualTo(play(5).verdict().digest());
  }

  @Test
  void otherSeedsGiveOtherDigests() {
    assertThat(List.of(1L, 2L, 3L, 4L, 5L))
        .extracting(seed -> Simulation.run(seed).digest())
        .doesNotHaveDuplicates();
  }

  @Test
  void aBrokenSeedIsToldWithTheCommandThatReplaysIt() {
    Simulation.Verdict broken =
        new Simulation.Verdict(42, Optional.of("two running instances"), 1, 1, 0, List.of());
    assertThat(new SimulationRuns.Summary(1, 1, 1, List.of(broken)).words())
        .contains("two running instances", "./dev sim --seed 42");
  }
}

package dev.jubelet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectsTest {
  private final List<String> seen = new ArrayList<>();

  @Test
  void atOnceNothingRunsInsideSomethingElse() {
    InlineEffects effects = InlineEffects.atOnce();
    effects.execute(() -> {
      effects.run("inner", () -> "result", seen::add);
      seen.add("outer done");
    });
    assertThat(seen).containsExactly("outer done", "result");
  }

  @Test
  void stepwiseNothingRunsUntilItIsTold() {
    InlineEffects effects = InlineEffects.stepwise();
    effects.run("pull", () -> "pulled", seen::add);
    effects.run("start", () -> "started", seen::add);
    assertThat(effects.pending()).containsExactly("pull", "start");
    effects.runNext();
    assertThat(seen).containsExactly("pulled");
    effects.runAll();
    assertThat(seen).containsExactly("pulled", "started");
  }

  @Test
  void timedResultComesAfterTheLatencyOfItsCalls() {
    ManualTime time = new ManualTime();
    Outside outside = Outside.virtual(time::now);
    TimedEffects effects = new TimedEffects(time, outside);
    effects.run(
        "slow",
        () -> {
          outside.spend(Duration.ofSeconds(3));
          return "slow";
        },
        seen::add);
    effects.run("quick", () -> "quick", seen::add);
    time.runDue();
    assertThat(seen).containsExactly("quick");
    assertThat(effects.inFlight()).containsExactly("slow");
    time.advance(Duration.ofSeconds(3));
    assertThat(seen).containsExactly("quick", "slow");
  }

  @Test
  void abandonedEffectsDeliverNothing() {
    ManualTime time = new ManualTime();
    TimedEffects effects = new TimedEffects(time, Outside.virtual(time::now));
    effects.run("lost", () -> "lost", seen::add);
    effects.abandon();
    time.advance(Duration.ofSeconds(1));
    assertThat(seen).isEmpty();
  }

  @Test
  void diceOfOneSeedAgree() {
    SeededJitter one = new SeededJitter(42);
    SeededJitter two = new SeededJitter(42);
    for (int i = 0; i < 10; i++) {
      assertThat(one.next()).isEqualTo(two.next()).isBetween(0.0, 1.0);
    }
  }
}

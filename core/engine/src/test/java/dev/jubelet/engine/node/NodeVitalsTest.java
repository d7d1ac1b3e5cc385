package dev.jubelet.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NodeVitalsTest {
  private final ManualTime time = new ManualTime();
  private final NodeVitals vitals = new NodeVitals(time);
  private final List<String> told = new ArrayList<>();

  @Test
  void changesAreToldOnce() {
    vitals.onChange(() -> told.add("changed"));
    vitals.heard(RuntimeReadiness.READY);
    vitals.heard(RuntimeReadiness.READY);
    assertThat(told).hasSize(1);
    vitals.heard(new RuntimeReadiness(true, "", false, "no cni"));
    assertThat(told).hasSize(2);
    assertThat(vitals.health(Optional.empty()).readiness())
        .isEqualTo(new RuntimeReadiness(true, "", false, "no cni"));
  }

  @Test
  void runtimeThatIsRestartedIsBelievedAndOneThatStaysAwayIsDown() {
    vitals.heard(RuntimeReadiness.READY);
    time.advance(Duration.ofMinutes(5));
    vitals.onChange(() -> told.add("changed"));
    vitals.heard(RuntimeReadiness.unanswered("away"));
    time.advance(Duration.ofSeconds(29));
    vitals.heard(RuntimeReadiness.unanswered("away"));
    assertThat(vitals.health(Optional.empty()).runtimeDown()).isFalse();
    assertThat(told).isEmpty();
    time.advance(Duration.ofSeconds(1));
    vitals.heard(RuntimeReadiness.unanswered("away"));
    assertThat(vitals.health(Optional.empty()).runtimeDown()).isTrue();
    vitals.heard(RuntimeReadiness.READY);
    assertThat(vitals.health(Optional.empty()).runtimeDown()).isFalse();
    assertThat(told).hasSize(2);
  }
}

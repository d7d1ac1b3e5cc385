package dev.jubelet.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RuntimeHealthTest {
  private final ManualTime time = new ManualTime();
  private final RuntimeHealth runtimeHealth = new RuntimeHealth(time);
  private final List<String> told = new ArrayList<>();

  @Test
  void changesAreToldOnce() {
    runtimeHealth.onChange(() -> told.add("changed"));
    runtimeHealth.heard(RuntimeReadiness.READY);
    runtimeHealth.heard(RuntimeReadiness.READY);
    assertThat(told).hasSize(1);
    runtimeHealth.heard(new RuntimeReadiness(true, "", false, "no cni"));
    assertThat(told).hasSize(2);
    assertThat(runtimeHealth.health(Optional.empty()).readiness())
        .isEqualTo(new RuntimeReadiness(true, "", false, "no cni"));
  }

  @Test
  void runtimeThatIsRestartedIsBelievedAndOneThatStaysAwayIsDown() {
    runtimeHealth.heard(RuntimeReadiness.READY);
    time.advance(Duration.ofMinutes(5));
    runtimeHealth.onChange(() -> told.add("changed"));
    runtimeHealth.heard(RuntimeReadiness.unanswered("away"));
    time.advance(Duration.ofSeconds(29));
    runtimeHealth.heard(RuntimeReadiness.unanswered("away"));
    assertThat(runtimeHealth.health(Optional.empty()).runtimeDown()).isFalse();
    assertThat(told).isEmpty();
    time.advance(Duration.ofSeconds(1));
    runtimeHealth.heard(RuntimeReadiness.unanswered("away"));
    assertThat(runtimeHealth.health(Optional.empty()).runtimeDown()).isTrue();
    runtimeHealth.heard(RuntimeReadiness.READY);
    assertThat(runtimeHealth.health(Optional.empty()).runtimeDown()).isFalse();
    assertThat(told).hasSize(2);
  }
}

package dev.jubelet.decide.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.probe.ProbeMessages.Event;
import org.junit.jupiter.api.Test;

class ProbeMessagesTest {
  @Test
  void passingSaysNothing() {
    assertThat(ProbeMessages.of(ProbeKind.LIVENESS, ProbeResult.PASSED)).isEmpty();
  }

  @Test
  void eventsHaveTheWordsOfKubernetes() {
    assertThat(ProbeMessages.of(ProbeKind.READINESS, new ProbeResult.Failed("not yet\n")))
        .contains(new Event("Unhealthy", "Readiness probe failed: not yet\n"));
    assertThat(ProbeMessages.of(ProbeKind.STARTUP, ProbeResult.Errored.unknown("no such program")))
        .contains(
            new Event(
                "Unhealthy",
                "Startup probe errored and resulted in unknown state: no such program"));
    assertThat(ProbeMessages.of(ProbeKind.LIVENESS, new ProbeResult.Passed("elsewhere")))
        .contains(new Event("ProbeWarning", "Liveness probe warning: elsewhere"));
  }

  @Test
  void onlyTheBeginningOfLongOutputIsTold() {
    String face = "😀";
    String output = "x".repeat(ProbeMessages.OUTPUT_MAX - 1) + face;
    assertThat(ProbeMessages.of(ProbeKind.LIVENESS, new ProbeResult.Failed(output)))
        .contains(
            new Event(
                "Unhealthy", "Liveness probe failed: " + "x".repeat(ProbeMessages.OUTPUT_MAX - 1)));
  }
}

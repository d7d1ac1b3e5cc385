package dev.jubelet.runtime.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.config.LinuxResources;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ContainerTerminationTest {
  private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:10Z");

  @Test
  void endThatIsSeenAtOnceWasNow() {
    assertThat(ContainerTermination.moment(WRITTEN, WRITTEN.plusMillis(5)))
        .isEqualTo(WRITTEN.plusMillis(5));
  }

  @Test
  void endThatIsSeenLaterWasWhenItWasWritten() {
    assertThat(ContainerTermination.moment(WRITTEN, WRITTEN.plusSeconds(60))).isEqualTo(WRITTEN);
  }

  @Test
  void clockThatWasSetBackIsNotBelieved() {
    assertThat(ContainerTermination.moment(WRITTEN, WRITTEN.minusSeconds(60))).isEqualTo(WRITTEN);
  }

  @Test
  void updateLeavesWhatItDoesNotMention() {
    LinuxResources old =
        new LinuxResources(
            100, 200, 300, 400, 500, 6, "0", "0", Map.of("2Mi", 1L), Map.of("a", "1"));
    LinuxResources update =
        new LinuxResources(0, -1, 0, 999, 0, 0, "1", "", Map.of(), Map.of("b", "2"));
    assertThat(ContainerResources.merged(old, update))
        .isEqualTo(
            new LinuxResources(
                100,
                -1,
                300,
                999,
                500,
                6,
                "1",
                "0",
                Map.of("2Mi", 1L),
                Map.of("a", "1", "b", "2")));
  }
}

package dev.jubelet.nodeserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.timeline.TimelineStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimelineDocumentTest {
  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void tellsStepsAndPhasesToTheMicrosecond() {
    PodTimeline timeline =
        new PodTimeline(
            new PodUid("u"),
            new PodName("default", "web"),
            PodTimeline.State.READY,
            SEEN,
            SEEN.plusNanos(2_500_000),
            "",
            List.of(
                new TimelineStep(
                    "create",
                    "main",
                    StartPhase.CREATE,
                    "it has to run",
                    SEEN.plusNanos(1_000),
                    SEEN.plusNanos(2_500_000),
                    "done")),
            0,
            Map.of(StartPhase.CREATE, Duration.ofNanos(2_499_000)));
    assertThat(TimelineDocument.json(timeline))
        .isEqualTo(
            "{\"uid\":\"u\",\"namespace\":\"default\",\"name\":\"web\",\"state\":\"ready\","
                + "\"seen\":\"2026-01-01T00:00:00.000000Z\","
                + "\"ready\":\"2026-01-01T00:00:00.002500Z\",\"totalMillis\":2.500,"
                + "\"phases\":{\"create\":2.499},\"steps\":[{\"name\":\"create\","
                + "\"container\":\"main\",\"phase\":\"create\",\"why\":\"it has to run\","
                + "\"begin\":\"2026-01-01T00:00:00.000001Z\","
                + "\"end\":\"2026-01-01T00:00:00.002500Z\",\"millis\":2.499,"
                + "\"outcome\":\"done\"}]}");
  }

  @Test
  void saysWhatIsUnderWayAndWhatThePodWaitsFor() {
    PodTimeline timeline =
        new PodTimeline(
            new PodUid("u"),
            new PodName("default", "web"),
            PodTimeline.State.STARTING,
            SEEN,
            SEEN.plusMillis(7),
            "the sandbox",
            List.of(new TimelineStep("run sandbox", "", StartPhase.NETWORK, "why", SEEN, null, "")),
            3,
            Map.of(StartPhase.NETWORK, Duration.ofMillis(7)));
    assertThat(TimelineDocument.json(timeline))
        .contains("\"waitsFor\":\"the sandbox\"", "\"totalMillis\":7.000", "\"stepsLeftOut\":3")
        .contains("\"outcome\":\"under way\"")
        .doesNotContain("\"ready\":", "\"end\"", "\"container\"");
  }
}

package dev.jubelet.decide.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.timeline.TimelineStep;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartPhasesTest {
  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00Z");

  /** Steps are written as phase, begin and end in milliseconds after the pod was seen. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing happened          | 10  |                                            | queue=10
          one after the other       | 100 | volumes 0 10, network 10 60, create 60 100 | volumes=10 network=50 create=40
          gaps are queue            | 100 | volumes 5 10, network 20 60, start 70 90   | queue=35 volumes=5 network=40 start=20
          the longer of two counts  | 100 | network 0 60, pulls 0 90, create 90 100    | pulls=90 create=10
          the shorter cost nothing  | 100 | network 0 90, pulls 0 60, create 90 100    | network=90 create=10
          ended together            | 50  | pulls 10 50, network 0 50                  | network=50
          overlapping               | 100 | network 0 50, pulls 20 100                 | queue=20 pulls=80
          other container is slower | 100 | network 0 10, pulls 0 40, create 10 20, start 20 30, create 40 60, start 60 100 | pulls=40 create=20 start=40
          probes at the end         | 100 | network 0 20, create 20 30, start 30 40, probes 40 95 | queue=5 network=20 create=10 start=10 probes=55
          hook before the probes    | 100 | start 0 10, hooks 10 50, probes 50 100     | start=10 hooks=40 probes=50
          tries with pauses         | 100 | pulls 0 10, pulls 60 90, create 90 100     | queue=50 pulls=40 create=10
          goes on after the end     | 100 | create 0 100, pulls 50 150                 | create=100
          open does not hold it up  | 100 | create 0 100, pulls 50 -                   | create=100
          began before it was seen  | 100 | network -50 100                            | network=100
          ended before it was seen  | 100 | network -50 0, create 20 100               | queue=20 create=80
          no duration               | 100 | volumes 50 50, network 0 100               | network=100
          """)
  void sharesEveryMomentOut(String why, long until, @Nullable String steps, String expected) {
    assertThat(words(StartPhases.of(SEEN, at(until), false, steps(steps)))).isEqualTo(expected);
  }

  @Test
  void whileItWaitsTheStepsUnderWayAreWhatItWaitsFor() {
    assertThat(words(StartPhases.of(SEEN, at(100), true, steps("volumes 0 10, pulls 20 -"))))
        .isEqualTo("queue=10 volumes=10 pulls=80");
  }

  @Test
  void namesEveryPhaseInOrder() {
    assertThat(StartPhases.of(SEEN, SEEN, false, List.of()).keySet())
        .containsExactly(StartPhase.values());
  }

  @Test
  void addsUpWhateverTheStepsAre() {
    Random random = new Random(7);
    StartPhase[] all = StartPhase.values();
    for (int round = 0; round < 2000; round++) {
      List<TimelineStep> steps =
          IntStream.range(0, random.nextInt(12))
              .mapToObj(_ -> {
                int begin = random.nextInt(130) - 10;
                Instant end = random.nextInt(8) == 0 ? null : at(begin + random.nextInt(40));
                return step(all[random.nextInt(all.length)], begin, end);
              })
              .toList();
      Map<StartPhase, Duration> phases = StartPhases.of(SEEN, at(100), random.nextBoolean(), steps);
      assertThat(phases.values()).noneMatch(Duration::isNegative);
      assertThat(phases.values().stream().reduce(Duration.ZERO, Duration::plus))
          .isEqualTo(Duration.ofMillis(100));
    }
  }

  private static List<TimelineStep> steps(@Nullable String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.split(",", -1))
            .map(String::strip)
            .map(words -> words.split(" ", -1))
            .map(words ->
                step(
                    StartPhase.valueOf(words[0].toUpperCase(Locale.ROOT)),
                    Long.parseLong(words[1]),
                    words[2].equals("-") ? null : at(Long.parseLong(words[2]))))
            .toList();
  }

  private static TimelineStep step(StartPhase phase, long begin, @Nullable Instant end) {
    return new TimelineStep("step", "", phase, "", at(begin), end, "");
  }

  private static Instant at(long millis) {
    return SEEN.plusMillis(millis);
  }

  private static String words(Map<StartPhase, Duration> phases) {
    return phases.entrySet().stream()
        .filter(entry -> !entry.getValue().isZero())
        .map(entry -> entry.getKey().wire() + "=" + entry.getValue().toMillis())
        .collect(Collectors.joining(" "));
  }
}

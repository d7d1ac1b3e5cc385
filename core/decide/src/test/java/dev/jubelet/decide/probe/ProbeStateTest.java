package dev.jubelet.decide.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProbeStateTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final ProbeResult FAILED = new ProbeResult.Failed("no");

  private static ProbeSchedule schedule(ProbeKind kind, int success, int failure) {
    return new ProbeSchedule(
        kind,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(1),
        success,
        failure);
  }

  /** {@code +} passed, {@code -} failed, {@code ?} could not be run. */
  private static ProbeState after(ProbeState first, String answers) {
    ProbeState state = first;
    Instant now = T0.plusSeconds(5);
    for (int i = 0; i < answers.length(); i++) {
      char answer = answers.charAt(i);
      ProbeResult result =
          switch (answer) {
            case '+' -> ProbeResult.PASSED;
            case '-' -> FAILED;
            default -> ProbeResult.Errored.unknown("no runtime");
          };
      state = state.begun(now).ended(result);
      now = now.plusSeconds(10);
    }
    return state;
  }

  @ParameterizedTest(name = "{0} with success {1} and failure {2} after \"{3}\": {4}, held {5}")
  @CsvSource({
    // What counts before anybody has asked
    "STARTUP,   1, 3, '',      UNKNOWN, false",
    "READINESS, 1, 3, '',      FAILURE, false",
    "LIVENESS,  1, 3, '',      SUCCESS, false",
    // Startup: either verdict is the last
    "STARTUP,   1, 3, '+',     SUCCESS, true",
    "STARTUP,   1, 3, '--',    UNKNOWN, false",
    "STARTUP,   1, 3, '---',   FAILURE, true",
    "STARTUP,   1, 3, '--+',   SUCCESS, true",
    "STARTUP,   1, 1, '-',     FAILURE, true",
    // Readiness: as many in a row as asked for, in both directions, and never the last
    "READINESS, 1, 3, '+',     SUCCESS, false",
    "READINESS, 2, 3, '+',     FAILURE, false",
    "READINESS, 2, 3, '++',    SUCCESS, false",
    "READINESS, 2, 3, '+-+',   FAILURE, false",
    "READINESS, 1, 3, '+--',   SUCCESS, false",
    "READINESS, 1, 3, '+---',  FAILURE, false",
    "READINESS, 1, 3, '+--+-', SUCCESS, false",
    "READINESS, 1, 1, '+-+-',  FAILURE, false",
    "READINESS, 2, 1, '++-+',  FAILURE, false",
    // Liveness: a failure is the last
    "LIVENESS,  1, 3, '++--',  SUCCESS, false",
    "LIVENESS,  1, 3, '++---', FAILURE, true",
    "LIVENESS,  1, 3, '--+--', SUCCESS, false",
    "LIVENESS,  1, 1, '-',     FAILURE, true",
    // What could not be run neither counts nor interrupts
    "LIVENESS,  1, 3, '????',  SUCCESS, false",
    "LIVENESS,  1, 3, '--?-',  FAILURE, true",
    "READINESS, 2, 3, '+?+',   SUCCESS, false",
    "STARTUP,   1, 3, '??',    UNKNOWN, false",
  })
  void verdictFollowsAnswersInARow(
      ProbeKind kind,
      int success,
      int failure,
      String answers,
      ProbeVerdict verdict,
      boolean held) {
    ProbeState state = after(ProbeState.begin(schedule(kind, success, failure), T0), answers);
    assertThat(state.verdict()).isEqualTo(verdict);
    assertThat(state.held()).isEqualTo(held);
    assertThat(state.dueBy(T0.plusSeconds(3600))).isEqualTo(!held);
  }

  @Test
  void isDueAfterTheInitialDelayAndThenOncePerPeriod() {
    ProbeState state = ProbeState.begin(schedule(ProbeKind.LIVENESS, 1, 3), T0);
    assertThat(state.dueBy(T0.plusMillis(4999))).isFalse();
    assertThat(state.dueBy(T0.plusSeconds(5))).isTrue();
    state = state.begun(T0.plusSeconds(5));
    assertThat(state.nextAt()).as("when it must have ended").contains(T0.plusSeconds(7));
    state = state.ended(ProbeResult.PASSED);
    assertThat(state.nextAt()).contains(T0.plusSeconds(15));
  }

  @Test
  void isNeverDueWhileUnderWay() {
    ProbeState state = ProbeState.begin(schedule(ProbeKind.LIVENESS, 1, 3), T0).begun(T0);
    assertThat(state.dueBy(T0.plusSeconds(3600))).isFalse();
  }

  @Test
  void runThatTookLongerThanThePeriodIsFollowedAtOnce() {
    ProbeState state =
        ProbeState.begin(schedule(ProbeKind.LIVENESS, 1, 3), T0)
            .begun(T0)
            .ended(ProbeResult.PASSED);
    assertThat(state.dueBy(T0.plusSeconds(10))).isTrue();
  }

  @Test
  void lateRunCountsOnceAsFailedAndIsStillWaitedFor() {
    ProbeState state = ProbeState.begin(schedule(ProbeKind.LIVENESS, 1, 2), T0).begun(T0);
    assertThat(state.lateBy(T0.plusMillis(1999))).isFalse();
    assertThat(state.lateBy(T0.plusSeconds(2))).isTrue();
    state = state.overdue(FAILED);
    assertThat(state.lateBy(T0.plusSeconds(3600))).isFalse();
    assertThat(state.dueBy(T0.plusSeconds(3600))).isFalse();
    assertThat(state.nextAt()).isEmpty();
    state = state.ended(FAILED);
    assertThat(state.verdict()).isEqualTo(ProbeVerdict.SUCCESS);
    assertThat(state.begun(T0).ended(FAILED).verdict()).isEqualTo(ProbeVerdict.FAILURE);
  }

  @Test
  void answerThatComesTooLateDoesNotCountAsPassed() {
    ProbeState state =
        ProbeState.begin(schedule(ProbeKind.READINESS, 1, 1), T0).begun(T0).overdue(FAILED);
    assertThat(state.ended(ProbeResult.PASSED).verdict()).isEqualTo(ProbeVerdict.FAILURE);
  }

  @Test
  void heldProbeIgnoresWhatWasUnderWay() {
    ProbeState state =
        ProbeState.begin(schedule(ProbeKind.LIVENESS, 1, 1), T0).begun(T0).hold().ended(FAILED);
    assertThat(state.verdict()).isEqualTo(ProbeVerdict.SUCCESS);
    assertThat(state.nextAt()).isEmpty();
  }

  // Instances that ran before we came

  @ParameterizedTest(name = "{0}, remembered {1}: first run within {2} s")
  @CsvSource({
    "LIVENESS,  false, 10",
    "LIVENESS,  true,  10",
    "READINESS, true,  10",
    "READINESS, false, 1",
    "STARTUP,   false, 1",
  })
  void firstRunAfterARestartOfOursIsSpread(ProbeKind kind, boolean remembered, int within) {
    Instant now = T0.plusSeconds(1000);
    ProbeState.Earlier earlier = remembered ? new ProbeState.Earlier(false) : null;
    ProbeSchedule schedule = schedule(kind, 1, 3);
    assertThat(ProbeState.found(schedule, T0, earlier, 0.0, now).dueAt()).isEqualTo(now);
    assertThat(ProbeState.found(schedule, T0, earlier, 0.5, now).dueAt())
        .isEqualTo(now.plusMillis(within * 500L));
  }

  @Test
  void initialDelayHoldsForWhatWasFound() {
    ProbeState state =
        ProbeState.found(schedule(ProbeKind.READINESS, 1, 3), T0, null, 0.5, T0.plusSeconds(1));
    assertThat(state.dueAt()).isEqualTo(T0.plusSeconds(5));
    assertThat(state.awaited()).as("it cannot have been ready before").isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = ProbeKind.class,
      names = {"READINESS", "STARTUP"})
  void whatNobodyRemembersIsUnknownAndAwaited(ProbeKind kind) {
    ProbeState state = ProbeState.found(schedule(kind, 1, 3), T0, null, 0, T0.plusSeconds(60));
    assertThat(state.verdict()).isEqualTo(ProbeVerdict.UNKNOWN);
    assertThat(state.awaited()).isTrue();
    assertThat(after(state, "-").awaited()).isFalse();
    assertThat(after(state, "?").awaited()).isFalse();
  }

  @Test
  void whatNobodyRemembersIsReadyWithItsFirstGoodAnswer() {
    ProbeState state =
        ProbeState.found(schedule(ProbeKind.READINESS, 3, 3), T0, null, 0, T0.plusSeconds(60));
    assertThat(after(state, "+").verdict()).isEqualTo(ProbeVerdict.SUCCESS);
    assertThat(after(state, "-+").verdict()).isEqualTo(ProbeVerdict.UNKNOWN);
  }

  @Test
  void whatWasStartedBeforeIsNotAskedAgain() {
    ProbeState state =
        ProbeState.found(
            schedule(ProbeKind.STARTUP, 1, 3),
            T0,
            new ProbeState.Earlier(true),
            0,
            T0.plusSeconds(60));
    assertThat(state.verdict()).isEqualTo(ProbeVerdict.SUCCESS);
    assertThat(state.nextAt()).isEqualTo(Optional.empty());
  }
}

package dev.jubelet.decide.probe;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far one probe of one instance is. A new instance has new states: nothing of the one before it
 * counts.
 *
 * @param held it has said all that it has to say of this instance
 * @param answers the newest ones, once there are some
 * @param dueAt no run begins earlier
 * @param begunAt when the run under way began
 * @param late the run under way was counted as failed already, since it did not end in time
 * @param awaited nobody knows what this instance was before we came, and a first answer is near
 */
@RecordBuilder
record ProbeState(
    ProbeSchedule schedule,
    ProbeVerdict verdict,
    boolean held,
    @Nullable Answers answers,
    Instant dueAt,
    @Nullable Instant begunAt,
    boolean late,
    boolean awaited) {

  /** What a runtime gets on top of the timeout to end a command by itself and to say so. */
  static final Duration SLACK = Duration.ofSeconds(1);

  /** What is shown as false until the first answer is asked early, however long the period. */
  static final Duration SPREAD_MAX = Duration.ofSeconds(1);

  /** Of an instance that began under our eyes. */
  static ProbeState begin(ProbeSchedule schedule, Instant startedAt) {
    return new ProbeState(
        schedule,
        schedule.kind().atFirst(),
        false,
        null,
        startedAt.plus(schedule.initialDelay()),
        null,
        false,
        false);
  }

  /**
   * Of an instance that ran before we came. Its first run is spread, so that not all probes of a
   * node come at once after a restart of ours.
   *
   * @param earlier what a status from before says of it, or null when there is none
   * @param jitter in [0, 1)
   */
  static ProbeState found(
      ProbeSchedule schedule,
      Instant startedAt,
      @Nullable Earlier earlier,
      double jitter,
      Instant now) {
    Instant allowedAt = startedAt.plus(schedule.initialDelay());
    boolean unknown = earlier == null && schedule.kind() != ProbeKind.LIVENESS;
    Duration within = unknown && tooLong(schedule.period()) ? SPREAD_MAX : schedule.period();
    Instant spreadTo = now.plusNanos((long) (within.toNanos() * jitter));
    boolean hasStarted =
        schedule.kind() == ProbeKind.STARTUP && earlier != null && earlier.started();
    ProbeVerdict verdict =
        schedule.kind() == ProbeKind.LIVENESS || hasStarted
            ? ProbeVerdict.SUCCESS
            : ProbeVerdict.UNKNOWN;
    return new ProbeState(
        schedule,
        verdict,
        hasStarted,
        null,
        allowedAt.isAfter(spreadTo) ? allowedAt : spreadTo,
        null,
        false,
        unknown && !allowedAt.isAfter(now));
  }

  private static boolean tooLong(Duration period) {
    return period.compareTo(SPREAD_MAX) > 0;
  }

  /** Answers that were the same, one after the other. */
  record Answers(boolean passed, int inRow) {}

  /** What a status of an earlier life says of an instance. */
  record Earlier(boolean started) {}

  boolean underWay() {
    return begunAt != null;
  }

  boolean dueBy(Instant now) {
    return !held && !underWay() && !dueAt.isAfter(now);
  }

  boolean lateBy(Instant now) {
    return begunAt != null && !late && !endsBy(begunAt).isAfter(now);
  }

  private Instant endsBy(Instant begun) {
    return begun.plus(schedule.timeout()).plus(SLACK);
  }

  /** When there is something to do for it, if ever. */
  Optional<Instant> nextAt() {
    if (begunAt != null) {
      return late ? Optional.empty() : Optional.of(endsBy(begunAt));
    }
    return held ? Optional.empty() : Optional.of(dueAt);
  }

  /** The next run is due a period after this one began, or when this one ends, if that is later. */
  ProbeState begun(Instant now) {
    return changed().dueAt(now.plus(schedule.period())).begunAt(now).late(false).build();
  }

  /** The run under way has ended. */
  ProbeState ended(ProbeResult result) {
    ProbeState idle = changed().begunAt(null).late(false).build();
    return late || held ? idle : idle.counting(result);
  }

  /** The run under way should have ended: it counts as failed, and is still waited for. */
  ProbeState overdue(ProbeResult result) {
    return counting(result).changed().late(true).build();
  }

  private ProbeState counting(ProbeResult result) {
    return switch (result) {
      case ProbeResult.Passed _ -> counting(true);
      case ProbeResult.Failed _ -> counting(false);
      case ProbeResult.Errored _ -> changed().awaited(false).build();
    };
  }

  private ProbeState counting(boolean passed) {
    int inRow = answers != null && answers.passed() == passed ? answers.inRow() + 1 : 1;
    // An instance that may have been ready for hours does not have to earn it once more.
    int needed = !passed ? schedule.failureThreshold() : awaited ? 1 : schedule.successThreshold();
    boolean counts = inRow >= needed;
    ProbeVerdict next = passed ? ProbeVerdict.SUCCESS : ProbeVerdict.FAILURE;
    boolean done =
        switch (schedule.kind()) {
          case STARTUP -> true;
          case LIVENESS -> !passed;
          case READINESS -> false;
        };
    return changed()
        .verdict(counts ? next : verdict)
        .held(held || (counts && done))
        .answers(new Answers(passed, inRow))
        .awaited(false)
        .build();
  }

  /** The pod ends: nobody is killed or started any more, and what was found out stays. */
  ProbeState hold() {
    return changed().held(true).awaited(false).build();
  }

  ProbeState with(ProbeSchedule newSchedule) {
    return newSchedule.equals(schedule) ? this : changed().schedule(newSchedule).build();
  }

  private ProbeStateBuilder changed() {
    return ProbeStateBuilder.builder(this);
  }
}

package dev.jubelet.decide.status;

import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;

/**
 * The phase with its reason and message.
 *
 * @param judged what the pod has come to, which conditions are made from
 * @param shown the same, except that a final phase is not shown before the pod has ended: who sees
 *     it may take its place, its volumes and its ports
 */
record PodOutcome(PodPhase judged, PodPhase shown, String reason, String message) {
  private static final String DEADLINE_MESSAGE =
      "Pod was active on the node longer than the specified deadline";

  static PodOutcome of(StatusInput input, PodPhase byContainers) {
    PodStatus previous = input.previous();
    PodStatus source = input.pod().status();
    if (isFinal(previous.phase())) {
      return kept(previous, source);
    }
    if (isFinal(source.phase())) {
      return kept(source, source);
    }
    PodOutcome judged = judge(input, byContainers);
    if (isFinal(judged.judged) && !input.ended()) {
      PodPhase before = previous.phase() == PodPhase.RUNNING ? PodPhase.RUNNING : PodPhase.PENDING;
      return new PodOutcome(judged.judged, before, previous.reason(), previous.message());
    }
    return judged;
  }

  static boolean isFinal(PodPhase phase) {
    return phase == PodPhase.SUCCEEDED || phase == PodPhase.FAILED;
  }

  private static PodOutcome kept(PodStatus status, PodStatus source) {
    return new PodOutcome(
        status.phase(),
        status.phase(),
        status.reason().isEmpty() ? source.reason() : status.reason(),
        status.message().isEmpty() ? source.message() : status.message());
  }

  private static PodOutcome judge(StatusInput input, PodPhase byContainers) {
    Termination termination = input.termination();
    if (termination != null) {
      switch (termination.cause()) {
        case DEADLINE_EXCEEDED -> {
          return failed("DeadlineExceeded", orElse(termination.message(), DEADLINE_MESSAGE));
        }
        case EVICTED -> {
          return failed("Evicted", termination.message());
        }
        case REMOVED, COMPLETED, ORPHANED -> {}
      }
    }
    PodPhase phase = input.ended() && !isFinal(byContainers) ? PodPhase.FAILED : byContainers;
    PodStatus previous = input.previous();
    return phase == previous.phase()
        ? kept(previous, input.pod().status())
        : new PodOutcome(phase, phase, "", "");
  }

  private static PodOutcome failed(String reason, String message) {
    return new PodOutcome(PodPhase.FAILED, PodPhase.FAILED, reason, message);
  }

  private static String orElse(String text, String otherwise) {
    return text.isEmpty() ? otherwise : text;
  }
}

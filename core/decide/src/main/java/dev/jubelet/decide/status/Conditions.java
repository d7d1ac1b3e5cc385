package dev.jubelet.decide.status;

import dev.jubelet.decide.status.container.ContainerStates;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.ContainerStatus;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** All conditions of a pod, ours and those that others keep on it, in Kubernetes' order. */
final class Conditions {
  static final String SCHEDULED = "PodScheduled";
  static final String DISRUPTION_TARGET = "DisruptionTarget";

  private static final Set<String> OURS =
      Set.of(
          SCHEDULED,
          ReadyCondition.TYPE,
          InitializedCondition.TYPE,
          ContainersReadyCondition.TYPE,
          ReadyToStartCondition.TYPE,
          RestartingAllCondition.TYPE,
          ResizeConditions.IN_PROGRESS,
          ResizeConditions.PENDING);

  private Conditions() {}

  static List<PodCondition> of(
      StatusInput input, List<ContainerStatus> init, List<ContainerStatus> main, PodPhase phase) {
    Pod pod = input.pod();
    List<PodCondition> others = new ArrayList<>(ofOthers(pod));
    others.removeIf(c -> c.type().equals(DISRUPTION_TARGET));
    disruption(input).ifPresent(others::add);

    ConditionDraft containersReady = ContainersReadyCondition.of(pod, init, main, phase);
    List<ConditionDraft> drafts = new ArrayList<>();
    drafts.add(ReadyToStartCondition.of(pod, input.observed()));
    drafts.add(InitializedCondition.of(pod, init, main, phase, input.previous()));
    drafts.add(ReadyCondition.of(pod, containersReady, others));
    drafts.add(containersReady);
    drafts.add(ConditionDraft.yes(SCHEDULED));
    if (RestartAll.possible(pod)) {
      drafts.add(RestartingAllCondition.of(input, phase));
    }
    List<PodCondition> all = new ArrayList<>(others);
    drafts.forEach(draft -> all.add(finished(draft, input)));
    all.addAll(ResizeConditions.of(input));
    return List.copyOf(all);
  }

  /** The conditions that controllers and people keep on the pod: never ours to change. */
  static List<PodCondition> ofOthers(Pod pod) {
    return pod.status().conditions().stream().filter(c -> !OURS.contains(c.type())).toList();
  }

  /** Told once nothing runs any more: who acts on it, acts on a pod that is gone. */
  private static Optional<PodCondition> disruption(StatusInput input) {
    Optional<PodCondition> known = before(input, DISRUPTION_TARGET);
    Termination termination = input.termination();
    if (known.isPresent()
        || !input.ended()
        || termination == null
        || termination.cause() != Termination.Cause.EVICTED) {
      return known;
    }
    ConditionDraft draft =
        new ConditionDraft(
            DISRUPTION_TARGET, ConditionStatus.TRUE, "TerminationByKubelet", termination.message());
    return Optional.of(finished(draft, input));
  }

  private static PodCondition finished(ConditionDraft draft, StatusInput input) {
    Instant since =
        before(input, draft.type())
            .filter(old -> old.status() == draft.status())
            .flatMap(old -> Optional.ofNullable(old.lastTransitionTime()))
            .orElse(ContainerStates.seconds(input.now()));
    return new PodCondition(
        draft.type(),
        input.pod().metadata().generation(),
        draft.status(),
        null,
        since,
        draft.reason(),
        draft.message());
  }

  /** As last published by us, or else as the source has it. */
  private static Optional<PodCondition> before(StatusInput input, String type) {
    return Stream.of(input.previous(), input.pod().status())
        .map(PodStatus::conditions)
        .flatMap(List::stream)
        .filter(c -> c.type().equals(type))
        .findFirst();
  }
}

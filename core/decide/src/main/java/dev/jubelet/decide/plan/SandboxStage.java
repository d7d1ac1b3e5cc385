package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Chore;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.volume.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes sure that there is one usable sandbox. One that died, has the wrong network or lost its
 * address is replaced: containers first, then the old sandbox, then a new one with the next
 * attempt.
 */
final class SandboxStage implements Stage {
  private static final String REPLACED = "the sandbox has to be replaced";

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Roster roster = Roster.of(view);
    ObservedSandbox usable = roster.usableSandbox();
    if (usable != null) {
      return leftBehind(view, roster, usable, now);
    }
    StageVerdict emptied = emptied(view, roster, now);
    if (!(emptied instanceof StageVerdict.Done)) {
      return emptied;
    }
    if (view.inFlight().stream().anyMatch(SandboxStage::fillsSandbox)) {
      return new StageVerdict.WaitForChange("containers that are being made in the old sandbox");
    }
    List<Action> stops = new ArrayList<>();
    for (ObservedSandbox sandbox : view.observed().sandboxes()) {
      if (!view.memory().wasStopped(sandbox.id())) {
        stops.add(new Action.StopSandbox(sandbox));
      }
    }
    if (!stops.isEmpty()) {
      return new StageVerdict.Do(stops, REPLACED);
    }
    return fresh(view, roster, now);
  }

  /** What runs in a sandbox that has to go is ended first, sidecars last. */
  private static StageVerdict emptied(PodView view, Roster roster, Instant now) {
    EndOrder order = EndOrder.of(roster.pod(), view);
    StopStep.Batch stops = new StopStep.Batch();
    for (ObservedContainer container : view.observed().containers()) {
      if (!Roster.occupies(container)) {
        continue;
      }
      ContainerStep.Step step = roster.stop(view, container, REPLACED, now);
      if (order.mustWait(container) && step.action() instanceof Action.StopContainer) {
        stops.holdUntil(null);
      } else {
        stops.add(step);
      }
    }
    return stops.verdict(REPLACED);
  }

  static boolean fillsSandbox(Action action) {
    return action instanceof Action.CreateContainer || action instanceof Action.StartContainer;
  }

  /** A container that still runs in an older sandbox than the one in use. */
  private static StageVerdict leftBehind(
      PodView view, Roster roster, ObservedSandbox usable, Instant now) {
    StopStep.Batch stops = new StopStep.Batch();
    String why = "it runs in a sandbox that was replaced";
    for (ObservedContainer container : view.observed().containers()) {
      if (Roster.occupies(container) && !container.sandbox().equals(usable.id())) {
        stops.add(roster.stop(view, container, why, now));
      }
    }
    return stops.verdict(why);
  }

  private static StageVerdict fresh(PodView view, Roster roster, Instant now) {
    Pod pod = roster.pod();
    if (!view.networkReady() && !pod.spec().hostNetwork()) {
      return new StageVerdict.WaitForChange("the runtime's network is not ready");
    }
    int attempt = view.observed().newestSandbox().map(s -> s.attempt() + 1).orElse(0);
    List<Action> actions = new ArrayList<>();
    actions.add(new Action.RunSandbox(pod, attempt));
    // Images do not need the sandbox: whoever starts in it finds its image there.
    actions.addAll(ImagesAhead.missing(view, roster, now));
    return new StageVerdict.Do(
        actions, attempt == 0 ? "it has no sandbox yet" : "its sandbox is gone");
  }

  /**
   * Makes a new pod's sandbox while its token is asked for, which nearly every pod of a cluster
   * waits for. A pod that waits for somebody's ConfigMap or disk has no sandbox meanwhile, as with
   * any kubelet.
   */
  static StageVerdict ahead(PodView view, Instant now) {
    Pod pod = Roster.of(view).pod();
    boolean prepared = view.memory().did(Chore.DIRECTORIES) && view.memory().did(Chore.CGROUP);
    boolean first = view.observed().sandboxes().isEmpty() && view.observed().containers().isEmpty();
    if (!prepared || !first) {
      return StageVerdict.DONE;
    }
    List<Volume> missing = GroundStage.missing(view, pod);
    boolean soon = missing.stream().allMatch(volume -> isToken(volume) && !hasFailed(view, volume));
    return !missing.isEmpty() && soon ? new SandboxStage().judge(view, now) : StageVerdict.DONE;
  }

  private static boolean isToken(Volume volume) {
    return volume.projected() != null
        && volume.projected().sources().stream()
            .anyMatch(source -> source.serviceAccountToken() != null);
  }

  private static boolean hasFailed(PodView view, Volume volume) {
    return view.memory().retries().containsKey(Action.MountVolume.key(volume.name()));
  }
}

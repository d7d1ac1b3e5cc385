package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ContainerStep;
import dev.jubelet.decide.plan.step.ImagesAhead;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.plan.step.StopStep;
import dev.jubelet.decide.plan.step.TerminationOrder;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.RememberedStep;
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
public final class SandboxStage implements Stage {
  private static final String REPLACED = "the sandbox has to be replaced";

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    ObservedSandbox usable = roles.usableSandbox();
    if (usable != null) {
      return leftBehind(view, roles, usable, now);
    }
    StageVerdict emptied = emptied(view, roles, now);
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
    return fresh(view, roles, now);
  }

  /** What runs in a sandbox that has to go is ended first, sidecars last. */
  private static StageVerdict emptied(PodView view, PodContainerRoles roles, Instant now) {
    TerminationOrder order = TerminationOrder.of(roles.pod(), view);
    StopStep.Batch stops = new StopStep.Batch();
    for (ObservedContainer container : view.observed().containers()) {
      if (!PodContainerRoles.occupies(container)) {
        continue;
      }
      ContainerStep.Step step = roles.restart(view, container, REPLACED, now);
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
      PodView view, PodContainerRoles roles, ObservedSandbox usable, Instant now) {
    StopStep.Batch stops = new StopStep.Batch();
    String why = "it runs in a sandbox that was replaced";
    for (ObservedContainer container : view.observed().containers()) {
      if (PodContainerRoles.occupies(container) && !container.sandbox().equals(usable.id())) {
        stops.add(roles.restart(view, container, why, now));
      }
    }
    return stops.verdict(why);
  }

  private static StageVerdict fresh(PodView view, PodContainerRoles roles, Instant now) {
    Pod pod = roles.pod();
    if (!view.networkReady() && !pod.spec().hostNetwork()) {
      return new StageVerdict.WaitForChange("the runtime's network is not ready");
    }
    int attempt = view.observed().newestSandbox().map(s -> s.attempt() + 1).orElse(0);
    List<Action> actions = new ArrayList<>();
    actions.add(new Action.RunSandbox(pod, attempt));
    // Images do not need the sandbox: whoever starts in it finds its image there.
    actions.addAll(ImagesAhead.missing(view, roles, now));
    return new StageVerdict.Do(
        actions, attempt == 0 ? "it has no sandbox yet" : "its sandbox is gone");
  }

  /**
   * Makes a new pod's sandbox while its token is asked for, which nearly every pod of a cluster
   * waits for. A pod that waits for somebody's ConfigMap or disk has no sandbox meanwhile, as with
   * any kubelet.
   */
  public static StageVerdict ahead(PodView view, Instant now) {
    Pod pod = PodContainerRoles.of(view).pod();
    boolean prepared =
        view.memory().did(RememberedStep.DIRECTORIES) && view.memory().did(RememberedStep.CGROUP);
    boolean first = view.observed().sandboxes().isEmpty() && view.observed().containers().isEmpty();
    if (!prepared || !first) {
      return StageVerdict.DONE;
    }
    List<Volume> missing = PodSetupStage.missing(view, pod);
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

package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.ContainerStep;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.plan.step.StopStep;
import dev.jubelet.decide.plan.step.TerminationOrder;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Instant;

/**
 * Ends all containers side by side, each with what is left of the pod's grace. All preStop hooks
 * run at once; then main containers are stopped, and sidecars when those have ended or nothing is
 * left of the grace.
 */
public final class StopContainersStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    if (!(view.lifecycle() instanceof PodLifecycle.Terminating terminating)) {
      throw new IllegalStateException("not ending: " + view.lifecycle());
    }
    Termination termination = terminating.termination();
    Instant deadline = now.plus(termination.remaining(now));
    StopStep.GracePeriod gracePeriod = new StopStep.GracePeriod(termination.grace(), deadline);
    Pod pod = terminating.pod();
    PodContainerRoles roles = pod == null ? null : new PodContainerRoles(pod, view);
    StopStep.Reason reason = new StopStep.Reason(termination.message(), false);
    TerminationOrder order = TerminationOrder.of(terminating.subject(), view);
    StopStep.Batch batch = new StopStep.Batch();
    for (ObservedContainer container : view.observed().containers()) {
      if (!PodContainerRoles.occupies(container)) {
        continue;
      }
      Container wanted = roles == null ? null : roles.wanted(container.name());
      ContainerStep.Step step = StopStep.of(view, wanted, container, gracePeriod, reason, now);
      boolean held = order.mustWait(container) && deadline.isAfter(now);
      if (held && step.action() instanceof Action.StopContainer) {
        batch.holdUntil(deadline);
      } else {
        batch.add(step);
      }
    }
    StageVerdict verdict = batch.verdict(termination.message());
    if (!(verdict instanceof StageVerdict.Done)) {
      return verdict;
    }
    // What is still being made has to be seen first, or it would be left behind.
    return view.inFlight().stream().anyMatch(Action::bringsUp)
        ? new StageVerdict.WaitForChange("the end of what was begun before")
        : StageVerdict.DONE;
  }
}

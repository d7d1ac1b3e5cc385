package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.model.lifecycle.Termination;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to do next for a pod, and why. */
public sealed interface PodPlan {
  /** Side by side; {@code wakeAt} is when to ask again even if nothing is heard. */
  record Act(List<Action> actions, String why, @Nullable Instant wakeAt) implements PodPlan {
    public Act {
      actions = List.copyOf(actions);
    }
  }

  record WaitUntil(Instant at, String why) implements PodPlan {}

  record WaitForChange(String why) implements PodPlan {}

  /** The pod should end. */
  record End(Termination.Cause cause, String message) implements PodPlan {}

  /** All stages are done: the pod is as it should be. */
  record Settled() implements PodPlan {}
}

package dev.jubelet.decide.plan.step;

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

  /** The same plan, asked for again at that moment even if nothing is heard until then. */
  default PodPlan noLaterThan(Instant at, String why) {
    return switch (this) {
      case Act act -> new Act(act.actions(), act.why(), earlier(act.wakeAt(), at));
      case WaitUntil wait -> new WaitUntil(earlier(wait.at(), at), wait.why());
      case WaitForChange wait -> new WaitUntil(at, wait.why());
      case Settled _ -> new WaitUntil(at, why);
      case End end -> end;
    };
  }

  static Instant earlier(@Nullable Instant a, Instant b) {
    return a == null || b.isBefore(a) ? b : a;
  }

  /** Null when there is neither. */
  static @Nullable Instant soonest(@Nullable Instant a, @Nullable Instant b) {
    return b == null ? a : earlier(a, b);
  }
}

package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.action.Action;
import dev.jubelet.model.lifecycle.Termination;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a stage of the planner says. The planner acts on the first that is not {@code Done}. */
public sealed interface StageVerdict {
  StageVerdict DONE = new Done();

  record Done() implements StageVerdict {}

  /** What there is to do, if there is something. */
  static StageVerdict doing(List<Action> actions, String why) {
    return actions.isEmpty() ? DONE : new Do(actions, why);
  }

  /** What there is to do, or else something to wait for. */
  static StageVerdict doingOrWaiting(List<Action> actions, @Nullable Instant wakeAt, String why) {
    if (!actions.isEmpty()) {
      return new Do(actions, why, wakeAt);
    }
    return wakeAt == null ? new WaitForChange(why) : new WaitUntil(wakeAt, why);
  }

  /** {@code wakeAt}: a part of the stage waits for this moment while the rest is done. */
  record Do(List<Action> actions, String why, @Nullable Instant wakeAt) implements StageVerdict {
    public Do {
      actions = List.copyOf(actions);
    }

    public Do(Action action, String why) {
      this(List.of(action), why, null);
    }

    public Do(List<? extends Action> actions, String why) {
      this(List.copyOf(actions), why, null);
    }
  }

  record WaitUntil(Instant at, String why) implements StageVerdict {}

  /** There is nothing to do before that moment, and nobody has to wait for it. */
  record Later(Instant at, String why) implements StageVerdict {}

  record WaitForChange(String why) implements StageVerdict {}

  /** The pod is done for good, well or badly: its containers' exits tell which. */
  record End(Termination.Cause cause, String message) implements StageVerdict {}
}

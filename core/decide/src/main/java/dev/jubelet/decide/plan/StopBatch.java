package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps for several containers that go on side by side. */
final class StopBatch {
  private final List<Action> actions = new ArrayList<>();
  private @Nullable Instant wakeAt;
  private boolean waits;

  void add(ContainerStep.Step step) {
    if (step.action() != null) {
      actions.add(step.action());
    } else {
      waits = true;
    }
    if (step.wakeAt() != null) {
      wakeAt = PodPlanner.earlier(wakeAt, step.wakeAt());
    }
  }

  /** Somebody else has to end first, at the latest until then. */
  void holdUntil(@Nullable Instant moment) {
    waits = true;
    if (moment != null) {
      wakeAt = PodPlanner.earlier(wakeAt, moment);
    }
  }

  StageVerdict verdict(String why) {
    if (!actions.isEmpty()) {
      return new StageVerdict.Do(actions, why, wakeAt);
    }
    if (!waits) {
      return StageVerdict.DONE;
    }
    return wakeAt == null
        ? new StageVerdict.WaitForChange(why)
        : new StageVerdict.WaitUntil(wakeAt, why);
  }
}

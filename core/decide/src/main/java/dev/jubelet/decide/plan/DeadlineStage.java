package dev.jubelet.decide.plan;

import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends a pod that has been active for longer than its specification lets it. */
final class DeadlineStage implements Stage {
  private static final String MESSAGE =
      "Pod was active on the node longer than the specified deadline";

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Instant deadline = of(view);
    return deadline != null && !deadline.isAfter(now)
        ? new StageVerdict.End(Termination.Cause.DEADLINE_EXCEEDED, MESSAGE)
        : StageVerdict.DONE;
  }

  /** When a living pod has to end, or null when it may go on for ever. */
  static @Nullable Instant of(PodView view) {
    Instant since = view.memory().activeSince();
    Long seconds =
        view.lifecycle() instanceof PodLifecycle.Syncing syncing
            ? syncing.pod().spec().activeDeadlineSeconds()
            : null;
    return since == null || seconds == null ? null : since.plusSeconds(seconds);
  }
}

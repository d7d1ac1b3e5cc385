package dev.jubelet.decide.plan;

import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds out how often the containers of a pod have run that the runtime knows nothing of, as when
 * our process died during a restart of all: their logs still tell. Until then nothing is decided or
 * told that a higher count would change.
 */
public final class RecallStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    return isDue(view)
        ? new StageVerdict.Do(
            List.of(new Action.PrepareDirectories(Roster.of(view).pod())),
            "its logs tell how often it ran before")
        : StageVerdict.DONE;
  }

  /** Whether what is told now could say less than an earlier life of our process did. */
  public static boolean isAwaited(PodView view) {
    boolean underWay =
        view.inFlight().stream().anyMatch(Action.PrepareDirectories.class::isInstance);
    return switch (view.lifecycle()) {
      case PodLifecycle.Syncing _ -> isDue(view);
      case PodLifecycle.Terminating _ -> underWay;
      case PodLifecycle.Waiting _, PodLifecycle.Terminated _, PodLifecycle.Finished _ -> false;
    };
  }

  private static boolean isDue(PodView view) {
    Pod pod = Roster.of(view).pod();
    return !view.memory().did(Chore.DIRECTORIES)
        && !view.observed().isEmpty()
        && Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
            .anyMatch(container -> view.observed().newest(container.name()).isEmpty());
  }
}

package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.RememberedStep;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import java.time.Instant;
import java.util.List;

/**
 * Finds out how often the containers of a pod have run that the runtime knows nothing of, as when
 * our process died during a restart of all: their logs still tell. Until then nothing is decided or
 * told that a higher count would change.
 */
public final class RestartCountStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Pod pod = PodContainerRoles.of(view).pod();
    return isDue(view, pod)
        ? new StageVerdict.Do(
            List.of(new Action.PrepareDirectories(pod)), "its logs tell how often it ran before")
        : StageVerdict.DONE;
  }

  /**
   * Whether what is told now could say less than an earlier life of our process did. One that ends
   * before its counts were found out is told of when it has ended.
   */
  public static boolean isAwaited(PodView view) {
    return switch (view.lifecycle()) {
      case PodLifecycle.Syncing syncing -> isDue(view, syncing.pod());
      case PodLifecycle.Terminating(PodSubject.Known(Pod pod), Termination _, boolean _) ->
          pod.status().containerStatuses().isEmpty() && isDue(view, pod);
      case PodLifecycle.Terminating _,
          PodLifecycle.Waiting _,
          PodLifecycle.Terminated _,
          PodLifecycle.Finished _ ->
          false;
    };
  }

  private static boolean isDue(PodView view, Pod pod) {
    return !view.memory().did(RememberedStep.DIRECTORIES)
        && !view.observed().isEmpty()
        && pod.spec()
            .initAndMainContainers()
            .anyMatch(container -> view.observed().newest(container.name()).isEmpty());
  }
}

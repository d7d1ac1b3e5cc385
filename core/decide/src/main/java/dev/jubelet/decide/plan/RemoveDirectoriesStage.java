package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Chore;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.lifecycle.PodLifecycle;
import java.time.Instant;

final class RemoveDirectoriesStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    if (view.memory().did(Chore.DIRECTORIES_REMOVED)) {
      return StageVerdict.DONE;
    }
    return switch (view.lifecycle()) {
      case PodLifecycle.Terminated terminated ->
          new StageVerdict.Do(
              new Action.RemoveDirectories(terminated.uid(), terminated.subject().name()),
              "its remains are gone");
      case PodLifecycle.Waiting _,
          PodLifecycle.Syncing _,
          PodLifecycle.Terminating _,
          PodLifecycle.Finished _ ->
          throw new IllegalStateException("not ended: " + view.lifecycle());
    };
  }
}

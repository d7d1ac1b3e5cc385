package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Brings volumes up to date whose objects have changed since they were made. */
final class RefreshStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Pod pod = Roster.of(view).pod();
    List<Action> actions = new ArrayList<>();
    for (Volume volume : pod.spec().volumes()) {
      boolean mounted = view.memory().volumePaths().containsKey(volume.name());
      if (mounted
          && isWritten(volume)
          && view.memory().isStale(Action.MountVolume.key(volume.name()))) {
        actions.add(new Action.RefreshVolume(pod, volume));
      }
    }
    return actions.isEmpty()
        ? StageVerdict.DONE
        : new StageVerdict.Do(actions, "what its files come from has changed");
  }

  private static boolean isWritten(Volume volume) {
    return volume.configMap() != null
        || volume.secret() != null
        || volume.downwardAPI() != null
        || volume.projected() != null;
  }
}

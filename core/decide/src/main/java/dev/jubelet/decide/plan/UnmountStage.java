package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Chore;
import dev.jubelet.decide.state.PodView;
import java.time.Instant;

final class UnmountStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    return view.memory().did(Chore.UNMOUNTED)
        ? StageVerdict.DONE
        : new StageVerdict.Do(
            new Action.UnmountVolumes(view.lifecycle().uid()), "nothing uses its volumes any more");
  }
}

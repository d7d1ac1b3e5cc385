package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.Chore;
import dev.jubelet.decide.state.PodView;
import java.time.Instant;

final class RemoveCgroupStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    return view.memory().did(Chore.CGROUP_REMOVED)
        ? StageVerdict.DONE
        : new StageVerdict.Do(
            new Action.RemoveCgroup(view.lifecycle().uid()), "nothing runs in its cgroup any more");
  }
}

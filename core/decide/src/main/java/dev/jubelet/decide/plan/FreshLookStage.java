package dev.jubelet.decide.plan;

import dev.jubelet.decide.state.PodView;
import java.time.Instant;

/** Nothing is decided from a look that is older than what we did: we would act on our own past. */
final class FreshLookStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    return view.fresh() ? StageVerdict.DONE : new StageVerdict.WaitForChange("a fresh look");
  }
}

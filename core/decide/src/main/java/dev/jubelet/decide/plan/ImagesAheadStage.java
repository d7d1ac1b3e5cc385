package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Instant;
import java.util.List;

/** Asks for images while those who need them have to wait for somebody else. */
final class ImagesAheadStage implements Stage {
  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Roster roster = Roster.of(view);
    ObservedSandbox sandbox = roster.usableSandbox();
    // Without one the images come beside the making of the sandbox.
    List<Action> missing =
        sandbox == null ? List.of() : ImagesAhead.missingIn(view, roster, sandbox, now);
    return missing.isEmpty()
        ? StageVerdict.DONE
        : new StageVerdict.Do(missing, "images come ahead of those who need them");
  }
}

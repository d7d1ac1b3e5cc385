package dev.jubelet.decide.plan.step;

import dev.jubelet.decide.state.PodView;
import java.time.Instant;

/** One step in the order of work. */
@FunctionalInterface
public interface Stage {
  StageVerdict judge(PodView view, Instant now);
}

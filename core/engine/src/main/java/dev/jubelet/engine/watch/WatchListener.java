package dev.jubelet.engine.watch;

import dev.jubelet.model.runtime.PodObservation;
import java.time.Instant;
import java.util.List;

/** Who hears what the runtime shows. */
public interface WatchListener {
  /** A look at all of the runtime. */
  void lookedAtAll(List<PodObservation> pods, Instant takenAt);

  void lookedAt(PodObservation pod);
}

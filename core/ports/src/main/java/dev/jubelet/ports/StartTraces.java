package dev.jubelet.ports;

import dev.jubelet.model.timeline.PodTimeline;

/** Where the starts of pods are told to whoever collects traces. */
@FunctionalInterface
public interface StartTraces {
  StartTraces NONE = _ -> {};

  /** A start is over, well or not. It never waits, and what nobody takes is lost. */
  void over(PodTimeline start);
}

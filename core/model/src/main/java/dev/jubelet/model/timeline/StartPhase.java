package dev.jubelet.model.timeline;

import dev.jubelet.model.meta.WireName;
import java.util.Locale;

/** What the start of a pod spends its time on. */
public enum StartPhase implements WireName {
  /** Nothing of what the pod waited for was under way: turns, back-offs, the pod's place. */
  QUEUE,
  /** All that a pod stands on: directories and cgroup too. */
  VOLUMES,
  /** The sandbox, which brings the pod's network. */
  NETWORK,
  PULLS,
  CREATE,
  /** For an init container until its end, since nobody is started before it. */
  START,
  HOOKS,
  /** From the first moment a probe may be asked until it has passed, pauses included. */
  PROBES;

  @Override
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}

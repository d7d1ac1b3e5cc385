package dev.jubelet.model.timeline;

import dev.jubelet.model.meta.WireName;

/** What the start of a pod spends its time on. */
public enum StartPhase implements WireName {
  /** Nothing of what the pod waited for was under way: turns, back-offs, the pod's place. */
  QUEUE("queue"),
  /** All that a pod stands on: directories and cgroup too. */
  VOLUMES("volumes"),
  /** The sandbox, which brings the pod's network. */
  NETWORK("network"),
  PULLS("pulls"),
  CREATE("create"),
  /** For an init container until its end, since nobody is started before it. */
  START("start"),
  HOOKS("hooks"),
  /** From the first moment a probe may be asked until it has passed, pauses included. */
  PROBES("probes");

  private final String wire;

  StartPhase(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum PreemptionPolicy implements WireName {
  PREEMPT_LOWER_PRIORITY("PreemptLowerPriority"),
  NEVER("Never");

  private final String wire;

  PreemptionPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

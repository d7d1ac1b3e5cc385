package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum TaintEffect implements WireName {
  NO_SCHEDULE("NoSchedule"),
  PREFER_NO_SCHEDULE("PreferNoSchedule"),
  NO_EXECUTE("NoExecute");

  private final String wire;

  TaintEffect(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

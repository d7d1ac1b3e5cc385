package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum ConditionStatus implements WireName {
  TRUE("True"),
  FALSE("False"),
  UNKNOWN("Unknown");

  private final String wire;

  ConditionStatus(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

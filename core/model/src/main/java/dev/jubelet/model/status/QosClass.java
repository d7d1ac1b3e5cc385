package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum QosClass implements WireName {
  GUARANTEED("Guaranteed"),
  BURSTABLE("Burstable"),
  BEST_EFFORT("BestEffort");

  private final String wire;

  QosClass(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

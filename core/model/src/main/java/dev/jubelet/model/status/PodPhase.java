package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum PodPhase implements WireName {
  PENDING("Pending"),
  RUNNING("Running"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed"),
  UNKNOWN("Unknown");

  private final String wire;

  PodPhase(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum ResourceHealthStatus implements WireName {
  HEALTHY("Healthy"),
  UNHEALTHY("Unhealthy"),
  UNKNOWN("Unknown");

  private final String wire;

  ResourceHealthStatus(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum PodResizeStatus implements WireName {
  IN_PROGRESS("InProgress"),
  DEFERRED("Deferred"),
  INFEASIBLE("Infeasible");

  private final String wire;

  PodResizeStatus(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

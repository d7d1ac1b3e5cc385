package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ResourceResizeRestartPolicy implements WireName {
  NOT_REQUIRED("NotRequired"),
  RESTART_CONTAINER("RestartContainer");

  private final String wire;

  ResourceResizeRestartPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

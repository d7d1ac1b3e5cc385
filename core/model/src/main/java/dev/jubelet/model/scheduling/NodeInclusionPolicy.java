package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum NodeInclusionPolicy implements WireName {
  IGNORE("Ignore"),
  HONOR("Honor");

  private final String wire;

  NodeInclusionPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

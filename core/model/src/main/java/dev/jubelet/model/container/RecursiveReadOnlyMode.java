package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum RecursiveReadOnlyMode implements WireName {
  DISABLED("Disabled"),
  IF_POSSIBLE("IfPossible"),
  ENABLED("Enabled");

  private final String wire;

  RecursiveReadOnlyMode(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

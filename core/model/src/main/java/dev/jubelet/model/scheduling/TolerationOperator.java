package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum TolerationOperator implements WireName {
  EQUAL("Equal"),
  EXISTS("Exists"),
  LT("Lt"),
  GT("Gt");

  private final String wire;

  TolerationOperator(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

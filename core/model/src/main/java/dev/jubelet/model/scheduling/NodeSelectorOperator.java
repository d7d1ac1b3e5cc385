package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum NodeSelectorOperator implements WireName {
  IN("In"),
  NOT_IN("NotIn"),
  EXISTS("Exists"),
  DOES_NOT_EXIST("DoesNotExist"),
  GT("Gt"),
  LT("Lt");

  private final String wire;

  NodeSelectorOperator(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

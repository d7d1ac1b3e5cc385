package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ContainerRestartRuleOnExitCodesOperator implements WireName {
  IN("In"),
  NOT_IN("NotIn");

  private final String wire;

  ContainerRestartRuleOnExitCodesOperator(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ContainerRestartRuleAction implements WireName {
  RESTART("Restart"),
  RESTART_ALL_CONTAINERS("RestartAllContainers");

  private final String wire;

  ContainerRestartRuleAction(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ContainerRestartPolicy implements WireName {
  ALWAYS("Always"),
  NEVER("Never"),
  ON_FAILURE("OnFailure");

  private final String wire;

  ContainerRestartPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

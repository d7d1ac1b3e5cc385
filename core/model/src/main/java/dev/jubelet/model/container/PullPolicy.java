package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum PullPolicy implements WireName {
  ALWAYS("Always"),
  NEVER("Never"),
  IF_NOT_PRESENT("IfNotPresent");

  private final String wire;

  PullPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

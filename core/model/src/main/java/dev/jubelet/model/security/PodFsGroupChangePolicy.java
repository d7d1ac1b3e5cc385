package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum PodFsGroupChangePolicy implements WireName {
  ON_ROOT_MISMATCH("OnRootMismatch"),
  ALWAYS("Always");

  private final String wire;

  PodFsGroupChangePolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum ProcMountType implements WireName {
  DEFAULT("Default"),
  UNMASKED("Unmasked");

  private final String wire;

  ProcMountType(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

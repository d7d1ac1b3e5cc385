package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum SupplementalGroupsPolicy implements WireName {
  MERGE("Merge"),
  STRICT("Strict");

  private final String wire;

  SupplementalGroupsPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

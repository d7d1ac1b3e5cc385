package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum SeccompProfileType implements WireName {
  UNCONFINED("Unconfined"),
  RUNTIME_DEFAULT("RuntimeDefault"),
  LOCALHOST("Localhost");

  private final String wire;

  SeccompProfileType(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

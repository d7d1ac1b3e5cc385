package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum AppArmorProfileType implements WireName {
  UNCONFINED("Unconfined"),
  RUNTIME_DEFAULT("RuntimeDefault"),
  LOCALHOST("Localhost");

  private final String wire;

  AppArmorProfileType(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

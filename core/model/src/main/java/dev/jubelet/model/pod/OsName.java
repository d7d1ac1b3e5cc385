package dev.jubelet.model.pod;

import dev.jubelet.model.meta.WireName;

public enum OsName implements WireName {
  LINUX("linux"),
  WINDOWS("windows");

  private final String wire;

  OsName(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

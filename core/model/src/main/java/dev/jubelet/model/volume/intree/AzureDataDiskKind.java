package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.WireName;

public enum AzureDataDiskKind implements WireName {
  SHARED("Shared"),
  DEDICATED("Dedicated"),
  MANAGED("Managed");

  private final String wire;

  AzureDataDiskKind(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

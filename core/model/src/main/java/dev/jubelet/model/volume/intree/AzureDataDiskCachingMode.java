package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.WireName;

public enum AzureDataDiskCachingMode implements WireName {
  NONE("None"),
  READ_ONLY("ReadOnly"),
  READ_WRITE("ReadWrite");

  private final String wire;

  AzureDataDiskCachingMode(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.volume;

import dev.jubelet.model.meta.WireName;

public enum PersistentVolumeMode implements WireName {
  BLOCK("Block"),
  FILESYSTEM("Filesystem");

  private final String wire;

  PersistentVolumeMode(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

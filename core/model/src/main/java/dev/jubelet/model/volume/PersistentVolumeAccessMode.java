package dev.jubelet.model.volume;

import dev.jubelet.model.meta.WireName;

public enum PersistentVolumeAccessMode implements WireName {
  READ_WRITE_ONCE("ReadWriteOnce"),
  READ_ONLY_MANY("ReadOnlyMany"),
  READ_WRITE_MANY("ReadWriteMany"),
  READ_WRITE_ONCE_POD("ReadWriteOncePod");

  private final String wire;

  PersistentVolumeAccessMode(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

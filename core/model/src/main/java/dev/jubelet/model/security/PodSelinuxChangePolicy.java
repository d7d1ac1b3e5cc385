package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum PodSelinuxChangePolicy implements WireName {
  RECURSIVE("Recursive"),
  MOUNT_OPTION("MountOption");

  private final String wire;

  PodSelinuxChangePolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

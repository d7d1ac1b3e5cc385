package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum MountPropagationMode implements WireName {
  NONE("None"),
  HOST_TO_CONTAINER("HostToContainer"),
  BIDIRECTIONAL("Bidirectional");

  private final String wire;

  MountPropagationMode(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

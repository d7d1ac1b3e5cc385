package dev.jubelet.model.volume;

import dev.jubelet.model.meta.WireName;

public enum HostPathType implements WireName {
  UNSET,
  DIRECTORY_OR_CREATE,
  DIRECTORY,
  FILE_OR_CREATE,
  FILE,
  SOCKET,
  CHAR_DEVICE,
  BLOCK_DEVICE;

  @Override
  public String wire() {
    return this == UNSET ? "" : WireName.super.wire();
  }
}

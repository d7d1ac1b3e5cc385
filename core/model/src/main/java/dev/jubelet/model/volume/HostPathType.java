package dev.jubelet.model.volume;

import dev.jubelet.model.meta.WireName;

public enum HostPathType implements WireName {
  UNSET(""),
  DIRECTORY_OR_CREATE("DirectoryOrCreate"),
  DIRECTORY("Directory"),
  FILE_OR_CREATE("FileOrCreate"),
  FILE("File"),
  SOCKET("Socket"),
  CHAR_DEVICE("CharDevice"),
  BLOCK_DEVICE("BlockDevice");

  private final String wire;

  HostPathType(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

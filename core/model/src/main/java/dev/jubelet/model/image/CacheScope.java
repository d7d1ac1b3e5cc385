package dev.jubelet.model.image;

import dev.jubelet.model.meta.WireName;

/** For which other images an answer about one image holds. */
public enum CacheScope implements WireName {
  IMAGE("Image"),
  REGISTRY("Registry"),
  GLOBAL("Global");

  private final String wire;

  CacheScope(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

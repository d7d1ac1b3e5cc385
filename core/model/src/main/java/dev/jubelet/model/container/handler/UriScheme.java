package dev.jubelet.model.container.handler;

import dev.jubelet.model.meta.WireName;

public enum UriScheme implements WireName {
  HTTP("HTTP"),
  HTTPS("HTTPS");

  private final String wire;

  UriScheme(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

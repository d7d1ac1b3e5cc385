package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum Protocol implements WireName {
  TCP("TCP"),
  UDP("UDP"),
  SCTP("SCTP");

  private final String wire;

  Protocol(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

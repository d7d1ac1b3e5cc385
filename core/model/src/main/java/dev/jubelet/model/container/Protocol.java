package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum Protocol implements WireName {
  TCP,
  UDP,
  SCTP;

  @Override
  public String wire() {
    return name();
  }
}

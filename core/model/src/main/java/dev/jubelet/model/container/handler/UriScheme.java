package dev.jubelet.model.container.handler;

import dev.jubelet.model.meta.WireName;

public enum UriScheme implements WireName {
  HTTP,
  HTTPS;

  @Override
  public String wire() {
    return name();
  }
}

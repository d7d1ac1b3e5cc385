package dev.jubelet.model.pod;

import dev.jubelet.model.meta.WireName;

public enum RestartPolicy implements WireName {
  ALWAYS("Always"),
  ON_FAILURE("OnFailure"),
  NEVER("Never");

  private final String wire;

  RestartPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

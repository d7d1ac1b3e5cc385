package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum TerminationMessagePolicy implements WireName {
  FILE("File"),
  FALLBACK_TO_LOGS_ON_ERROR("FallbackToLogsOnError");

  private final String wire;

  TerminationMessagePolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

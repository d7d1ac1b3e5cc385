package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum TerminationMessagePolicy implements WireName {
  FILE,
  FALLBACK_TO_LOGS_ON_ERROR
}

package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum TolerationOperator implements WireName {
  EQUAL,
  EXISTS,
  LT,
  GT
}

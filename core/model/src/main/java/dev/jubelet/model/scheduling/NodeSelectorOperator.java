package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum NodeSelectorOperator implements WireName {
  IN,
  NOT_IN,
  EXISTS,
  DOES_NOT_EXIST,
  GT,
  LT
}

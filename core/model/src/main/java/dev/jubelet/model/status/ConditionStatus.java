package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum ConditionStatus implements WireName {
  TRUE,
  FALSE,
  UNKNOWN
}

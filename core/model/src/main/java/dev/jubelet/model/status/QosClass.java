package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum QosClass implements WireName {
  GUARANTEED,
  BURSTABLE,
  BEST_EFFORT
}

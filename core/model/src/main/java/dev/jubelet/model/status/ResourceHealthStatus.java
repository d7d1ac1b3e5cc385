package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum ResourceHealthStatus implements WireName {
  HEALTHY,
  UNHEALTHY,
  UNKNOWN
}

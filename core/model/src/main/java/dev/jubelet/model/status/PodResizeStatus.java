package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum PodResizeStatus implements WireName {
  IN_PROGRESS,
  DEFERRED,
  INFEASIBLE
}

package dev.jubelet.model.status;

import dev.jubelet.model.meta.WireName;

public enum PodPhase implements WireName {
  PENDING,
  RUNNING,
  SUCCEEDED,
  FAILED,
  UNKNOWN
}

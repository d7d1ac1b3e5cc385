package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum UnsatisfiableConstraintAction implements WireName {
  DO_NOT_SCHEDULE,
  SCHEDULE_ANYWAY
}

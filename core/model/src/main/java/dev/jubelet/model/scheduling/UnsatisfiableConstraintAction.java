package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum UnsatisfiableConstraintAction implements WireName {
  DO_NOT_SCHEDULE("DoNotSchedule"),
  SCHEDULE_ANYWAY("ScheduleAnyway");

  private final String wire;

  UnsatisfiableConstraintAction(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum PreemptionPolicy implements WireName {
  PREEMPT_LOWER_PRIORITY,
  NEVER
}

package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum TaintEffect implements WireName {
  NO_SCHEDULE,
  PREFER_NO_SCHEDULE,
  NO_EXECUTE
}

package dev.jubelet.model.scheduling;

import dev.jubelet.model.meta.WireName;

public enum NodeInclusionPolicy implements WireName {
  IGNORE,
  HONOR
}

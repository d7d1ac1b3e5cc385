package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum PullPolicy implements WireName {
  ALWAYS,
  NEVER,
  IF_NOT_PRESENT
}

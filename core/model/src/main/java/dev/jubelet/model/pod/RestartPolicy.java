package dev.jubelet.model.pod;

import dev.jubelet.model.meta.WireName;

public enum RestartPolicy implements WireName {
  ALWAYS,
  ON_FAILURE,
  NEVER
}

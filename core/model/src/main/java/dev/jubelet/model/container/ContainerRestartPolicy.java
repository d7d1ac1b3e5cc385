package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum ContainerRestartPolicy implements WireName {
  ALWAYS,
  NEVER,
  ON_FAILURE
}

package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum MountPropagationMode implements WireName {
  NONE,
  HOST_TO_CONTAINER,
  BIDIRECTIONAL
}

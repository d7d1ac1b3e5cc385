package dev.jubelet.model.container;

import dev.jubelet.model.meta.WireName;

public enum RecursiveReadOnlyMode implements WireName {
  DISABLED,
  IF_POSSIBLE,
  ENABLED
}

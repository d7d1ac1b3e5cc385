package dev.jubelet.model.volume;

import dev.jubelet.model.meta.WireName;

public enum PersistentVolumeMode implements WireName {
  BLOCK,
  FILESYSTEM
}

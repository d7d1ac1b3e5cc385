package dev.jubelet.model.volume;

import dev.jubelet.model.meta.WireName;

public enum PersistentVolumeAccessMode implements WireName {
  READ_WRITE_ONCE,
  READ_ONLY_MANY,
  READ_WRITE_MANY,
  READ_WRITE_ONCE_POD
}

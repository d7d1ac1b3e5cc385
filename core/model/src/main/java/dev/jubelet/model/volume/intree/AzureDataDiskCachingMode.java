package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.WireName;

public enum AzureDataDiskCachingMode implements WireName {
  NONE,
  READ_ONLY,
  READ_WRITE
}

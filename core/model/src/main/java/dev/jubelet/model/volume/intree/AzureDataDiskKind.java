package dev.jubelet.model.volume.intree;

import dev.jubelet.model.meta.WireName;

public enum AzureDataDiskKind implements WireName {
  SHARED,
  DEDICATED,
  MANAGED
}

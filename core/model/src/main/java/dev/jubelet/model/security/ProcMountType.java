package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum ProcMountType implements WireName {
  DEFAULT,
  UNMASKED
}

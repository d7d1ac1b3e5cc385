package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum SeccompProfileType implements WireName {
  UNCONFINED,
  RUNTIME_DEFAULT,
  LOCALHOST
}

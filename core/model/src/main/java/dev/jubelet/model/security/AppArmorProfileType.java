package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum AppArmorProfileType implements WireName {
  UNCONFINED,
  RUNTIME_DEFAULT,
  LOCALHOST
}

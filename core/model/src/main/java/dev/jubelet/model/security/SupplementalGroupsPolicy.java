package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum SupplementalGroupsPolicy implements WireName {
  MERGE,
  STRICT
}

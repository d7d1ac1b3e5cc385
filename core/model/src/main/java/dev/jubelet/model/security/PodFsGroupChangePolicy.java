package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum PodFsGroupChangePolicy implements WireName {
  ON_ROOT_MISMATCH,
  ALWAYS
}

package dev.jubelet.model.security;

import dev.jubelet.model.meta.WireName;

public enum PodSelinuxChangePolicy implements WireName {
  RECURSIVE,
  MOUNT_OPTION
}

package dev.jubelet.model.runtime.config;

public enum CgroupDriver {
  CGROUPFS,
  SYSTEMD
}

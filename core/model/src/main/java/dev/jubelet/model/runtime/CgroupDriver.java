package dev.jubelet.model.runtime;

public enum CgroupDriver {
  CGROUPFS,
  SYSTEMD
}

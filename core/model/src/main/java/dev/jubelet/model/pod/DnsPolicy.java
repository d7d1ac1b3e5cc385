package dev.jubelet.model.pod;

import dev.jubelet.model.meta.WireName;

public enum DnsPolicy implements WireName {
  CLUSTER_FIRST("ClusterFirst"),
  CLUSTER_FIRST_WITH_HOST_NET("ClusterFirstWithHostNet"),
  DEFAULT("Default"),
  NONE("None");

  private final String wire;

  DnsPolicy(String wire) {
    this.wire = wire;
  }

  @Override
  public String wire() {
    return wire;
  }
}

package dev.jubelet.model.pod;

import dev.jubelet.model.meta.WireName;

public enum DnsPolicy implements WireName {
  CLUSTER_FIRST,
  CLUSTER_FIRST_WITH_HOST_NET,
  DEFAULT,
  NONE
}

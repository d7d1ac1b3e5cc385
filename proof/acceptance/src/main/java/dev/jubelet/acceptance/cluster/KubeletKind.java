package dev.jubelet.acceptance.cluster;

/** Whose kubelet runs on a node. */
public enum KubeletKind {
  /** The reference: a test is believed once it has passed with this one. */
  GO,
  JUBELET
}

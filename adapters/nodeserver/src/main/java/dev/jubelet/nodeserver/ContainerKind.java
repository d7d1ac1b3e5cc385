package dev.jubelet.nodeserver;

/** The values of the label {@code container_type}, as the kubelet's metrics spell them. */
public enum ContainerKind {
  CONTAINER("container"),
  INIT_CONTAINER("init_container"),
  EPHEMERAL_CONTAINER("ephemeral_container");

  private final String label;

  ContainerKind(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}

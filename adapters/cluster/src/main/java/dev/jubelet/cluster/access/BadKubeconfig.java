package dev.jubelet.cluster.access;

/** A kubeconfig that cannot be used; the message says what is wrong and where. */
public final class BadKubeconfig extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadKubeconfig(String message) {
    super(message);
  }
}

package dev.jubelet.cluster.access;

/** What we need to show to the API server cannot be had now. The message has nothing secret. */
public final class AccessFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public AccessFailure(String message) {
    super(message);
  }
}

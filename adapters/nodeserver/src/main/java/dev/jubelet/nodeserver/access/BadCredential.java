package dev.jubelet.nodeserver.access;

/** Somebody showed something that is not good, or that nobody could judge. */
final class BadCredential extends Exception {
  private static final long serialVersionUID = 1L;

  BadCredential(String message) {
    super(message);
  }
}

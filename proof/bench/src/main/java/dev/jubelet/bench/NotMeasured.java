package dev.jubelet.bench;

/** Something did not come about, so that there is no figure. */
final class NotMeasured extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotMeasured(String message) {
    super(message);
  }
}

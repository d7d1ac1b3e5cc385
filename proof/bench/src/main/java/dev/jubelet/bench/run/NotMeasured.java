package dev.jubelet.bench.run;

/** Something did not come about, so that there is no figure. */
public final class NotMeasured extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotMeasured(String message) {
    super(message);
  }
}

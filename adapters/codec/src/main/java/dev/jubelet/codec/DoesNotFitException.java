package dev.jubelet.codec;

/** Something takes more memory than there is for it. The message says how much that is. */
public final class DoesNotFitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DoesNotFitException(String message) {
    super(message, null, false, false);
  }

  public String text() {
    return String.valueOf(getMessage());
  }
}

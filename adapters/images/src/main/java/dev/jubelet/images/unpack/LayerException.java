package dev.jubelet.images.unpack;

import java.io.IOException;

/** A layer is refused; the message says which entry and why. */
public final class LayerException extends IOException {
  private static final long serialVersionUID = 1L;

  public LayerException(String message) {
    super(message);
  }

  public LayerException(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.jubelet.images.content;

import java.io.IOException;

/** Bytes are not what their digest or their size says. */
public final class DamagedContentException extends IOException {
  private static final long serialVersionUID = 1L;

  public DamagedContentException(String message) {
    super(message);
  }
}

package dev.jubelet.images.unpack;

import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
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

  /** What the kernel refused is the layer's fault, unless it is the machine's. */
  static IOException of(String what, LinuxException refused) {
    String message = what + ": " + refused.getMessage();
    return switch (refused.errno()) {
      case Errno.ENOSPC,
          Errno.EDQUOT,
          Errno.EMFILE,
          Errno.ENOMEM,
          Errno.EIO,
          Errno.EROFS,
          Errno.EPERM,
          Errno.EACCES ->
          new IOException(message, refused);
      default -> new LayerException(message, refused);
    };
  }
}

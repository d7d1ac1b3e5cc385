package dev.jubelet.linux.kernel;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** The kernel refused a call. The message is for people; {@link #errno} is for code. */
public final class LinuxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int errno;
  private final String call;
  private final String path;

  public LinuxException(int errno, String call, String path) {
    super(
        call
            + (path.isEmpty() ? "" : " " + path)
            + ": "
            + Errno.meaning(errno)
            + " ("
            + Errno.name(errno)
            + ")");
    this.errno = errno;
    this.call = call;
    this.path = path;
  }

  /** The same for those who know ports and no errno. */
  public OutsideFailure asFailure(String what) {
    FailureKind kind =
        switch (errno) {
          case Errno.EACCES, Errno.EPERM, Errno.EROFS -> FailureKind.DENIED;
          case Errno.ENOSPC, Errno.ENOMEM, Errno.EAGAIN, Errno.EMFILE -> FailureKind.EXHAUSTED;
          // Somebody uses it, or a mount is in the way: both pass.
          case Errno.EBUSY, Errno.EXDEV, Errno.ENOTEMPTY -> FailureKind.UNAVAILABLE;
          case Errno.EINVAL, Errno.ENAMETOOLONG -> FailureKind.BAD_SPEC;
          case Errno.ENOENT -> FailureKind.NOT_FOUND;
          default -> FailureKind.INTERNAL;
        };
    return new OutsideFailure(kind, what + ": " + getMessage(), this);
  }

  /** The same for what the kernel refused to us, or to Java. */
  public static OutsideFailure asFailure(String what, Exception refused) {
    return refused instanceof LinuxException known
        ? known.asFailure(what)
        : new OutsideFailure(FailureKind.INTERNAL, what + ": " + refused.getMessage(), refused);
  }

  public int errno() {
    return errno;
  }

  /** Throws it unless it is one of these, which the caller can live with. */
  public void throwUnless(int... expected) {
    for (int each : expected) {
      if (errno == each) {
        return;
      }
    }
    throw this;
  }

  /** The symbol, such as {@code EBUSY}. */
  public String name() {
    return Errno.name(errno);
  }

  public String call() {
    return call;
  }

  /** What the call was about; empty when it had no path. */
  public String path() {
    return path;
  }
}

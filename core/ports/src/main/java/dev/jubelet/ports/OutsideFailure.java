package dev.jubelet.ports;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A port's way to say that the outside world refused, with a kind and a message for people. */
public final class OutsideFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureKind kind;

  public OutsideFailure(FailureKind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public OutsideFailure(FailureKind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public FailureKind kind() {
    return kind;
  }

  /** The message, which is never absent. */
  public String text() {
    return Objects.requireNonNullElse(getMessage(), kind.name());
  }
}

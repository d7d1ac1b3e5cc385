package dev.jubelet.network.plugin;

import java.util.Objects;

/** A plugin refused, or could not be called. Codes are those of the CNI specification. */
public final class CniFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public static final int UNKNOWN = 0;
  public static final int INCOMPATIBLE_VERSION = 1;
  public static final int UNSUPPORTED_FIELD = 2;
  public static final int UNKNOWN_CONTAINER = 3;
  public static final int INVALID_ENVIRONMENT = 4;
  public static final int IO_FAILURE = 5;
  public static final int DECODING_FAILURE = 6;
  public static final int INVALID_CONFIG = 7;
  public static final int TRY_AGAIN_LATER = 11;
  public static final int NOT_AVAILABLE = 50;
  public static final int LIMITED_CONNECTIVITY = 51;

  private final int code;
  private final String text;
  private final String details;

  public CniFailure(int code, String text, String details) {
    super(details.isEmpty() ? text : text + "; " + details);
    this.code = code;
    this.text = text;
    this.details = details;
  }

  public CniFailure(int code, String text, Throwable cause) {
    this(code, text, Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
    initCause(cause);
  }

  public int code() {
    return code;
  }

  public String message() {
    return details.isEmpty() ? text : text + "; " + details;
  }

  /** The same with who said it in front. */
  public CniFailure from(String who) {
    CniFailure named = new CniFailure(code, who + ": " + text, details);
    named.initCause(this);
    return named;
  }
}

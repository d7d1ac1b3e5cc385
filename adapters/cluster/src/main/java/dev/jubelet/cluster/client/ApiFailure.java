package dev.jubelet.cluster.client;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The API server refused, or could not be reached. */
public final class ApiFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** In the place of a status code: there was no answer. */
  public static final int NO_ANSWER = 0;

  private final int code;
  private final String reason;
  private final @Nullable Duration retryAfter;
  private final boolean inWatch;

  /**
   * @param code of HTTP, or {@link #NO_ANSWER}
   * @param reason the word of the {@code Status} that was answered, such as {@code Conflict}
   */
  public ApiFailure(int code, String reason, String message, @Nullable Duration retryAfter) {
    this(code, reason, message, retryAfter, false);
  }

  private ApiFailure(
      int code, String reason, String message, @Nullable Duration retryAfter, boolean inWatch) {
    super(message);
    this.inWatch = inWatch;
    this.code = code;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** There was no answer: it may or may not have happened. */
  public static ApiFailure noAnswer(String message) {
    return new ApiFailure(NO_ANSWER, "", message, null);
  }

  /** An event of type ERROR in a watch that had begun well. */
  public static ApiFailure inWatch(
      int code, String reason, String message, @Nullable Duration retryAfter) {
    return new ApiFailure(code, reason, message, retryAfter, true);
  }

  public int code() {
    return code;
  }

  public String reason() {
    return reason;
  }

  /** How long the server asked to wait. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  public boolean notFound() {
    return code == 404;
  }

  public boolean conflict() {
    return code == 409 && reason.equals("Conflict");
  }

  public boolean alreadyExists() {
    return code == 409 && reason.equals("AlreadyExists");
  }

  /** The version from which a watch or a page should go on is too old. */
  public boolean gone() {
    return code == 410;
  }

  /** Whether a watch had begun well before the server said this in it. */
  public boolean inWatch() {
    return inWatch;
  }

  /** The server is behind the version that we know of, as after a restored backup. */
  public boolean versionTooLarge() {
    return code == 504 && String.valueOf(getMessage()).contains("Too large resource version");
  }

  /** Whether the same request may well succeed later. */
  public boolean passing() {
    return code == NO_ANSWER || code == 429 || code >= 500;
  }
}

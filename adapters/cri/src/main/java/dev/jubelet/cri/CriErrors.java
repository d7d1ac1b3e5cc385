package dev.jubelet.cri;

import dev.jubelet.cri.messages.FailureCodes;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** The one place that knows what the failures of a runtime mean. */
final class CriErrors {
  private static final Pattern CLOSED =
      Pattern.compile("Connection closing while|Network closed|End of stream");

  private final CriEndpoint endpoint;

  CriErrors(CriEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  private record Phrase(Pattern pattern, FailureKind kind) {
    static Phrase of(String regex, FailureKind kind) {
      return new Phrase(Pattern.compile(regex), kind);
    }
  }

  /**
   * Runtimes use vague codes for much that has a code of its own, and then only the text tells.
   * What an OCI runtime says is about the inside of a container: "executable file not found" is not
   * a container that was not found.
   */
  private static final List<Phrase> PHRASES =
      List.of(
          Phrase.of("executable file not found|OCI runtime \\w+ failed", FailureKind.INTERNAL),
          Phrase.of("is reserved for", FailureKind.ALREADY_EXISTS),
          Phrase.of("no space left on device|disk quota exceeded", FailureKind.EXHAUSTED),
          Phrase.of("context deadline exceeded", FailureKind.TIMED_OUT),
          // Only what was asked for: a network plugin that misses a link must not look like a
          // sandbox that is gone, since stopping that would count as done.
          Phrase.of(
              "(to find|not find|to resolve|to get image) .*not found", FailureKind.NOT_FOUND),
          Phrase.of(
              "^(container|sandbox|image) \\S+ ?(not found|does not exist)$",
              FailureKind.NOT_FOUND));

  OutsideFailure failure(MethodDescriptor<?, ?> method, Status status, Duration deadline) {
    String name =
        Objects.requireNonNullElse(method.getBareMethodName(), method.getFullMethodName());
    return new OutsideFailure(kind(status), text(name, status, deadline), status.getCause());
  }

  static FailureKind kind(Status status) {
    return switch (status.getCode()) {
      case UNKNOWN, NOT_FOUND, FAILED_PRECONDITION, ABORTED, INTERNAL -> byText(status);
      default -> FailureCodes.kind(status.getCode());
    };
  }

  private static FailureKind byText(Status status) {
    String description = description(status);
    for (Phrase phrase : PHRASES) {
      if (phrase.pattern().matcher(description).find()) {
        return phrase.kind();
      }
    }
    return FailureCodes.kind(status.getCode());
  }

  private String text(String method, Status status, Duration deadline) {
    String description = description(status);
    return switch (status.getCode()) {
      case UNAVAILABLE -> "container runtime at " + endpoint + " is away: " + reason(status);
      case DEADLINE_EXCEEDED ->
          // What the client itself says here is about its inner workings.
          description.isEmpty()
                  || description.startsWith("CallOptions deadline exceeded")
                  || description.startsWith("ClientCall started after")
              ? method + " had no answer within " + spoken(deadline)
              : description;
      case CANCELLED -> method + " was interrupted";
      case UNIMPLEMENTED -> "the container runtime does not know " + method;
      default -> description.isEmpty() ? method + " failed: " + status.getCode() : description;
    };
  }

  /** The innermost cause says "Connection refused" where gRPC says "io exception". */
  private static String reason(Status status) {
    Throwable cause = status.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String said = cause == null ? null : cause.getMessage();
    String text = Objects.requireNonNullElse(said, description(status));
    // Netty names its own parts when a connection ends before it was ready.
    return CLOSED.matcher(text).lookingAt() ? "connection closed" : text;
  }

  static String spoken(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static String description(Status status) {
    return Objects.requireNonNullElse(status.getDescription(), "");
  }
}

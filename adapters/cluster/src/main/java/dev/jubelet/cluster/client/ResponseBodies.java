package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the bodies of answers mean. */
final class ResponseBodies {
  private static final int NO_SECONDS = -1;

  private ResponseBodies() {}

  /** What an answer says that is not a good one. */
  static ApiFailure failure(String call, int code, HttpHeaders headers, Node.Fields status) {
    Duration wait = retryAfter(headers, status);
    if (!status.text("kind").equals("Status")) {
      return new ApiFailure(code, "", "%s: HTTP %d".formatted(call, code), wait);
    }
    return new ApiFailure(
        code, status.text("reason"), "%s: %s".formatted(call, message(status, code)), wait);
  }

  /** What an event of type ERROR says. */
  static ApiFailure inWatch(String call, Node.Fields status) {
    int code = status.value("code") instanceof Node.Numeral number ? number(number, 500) : 500;
    return ApiFailure.inWatch(
        code,
        status.text("reason"),
        "%s: %s".formatted(call, message(status, code)),
        retryAfter(null, status));
  }

  private static String message(Node.Fields status, int code) {
    String message = status.text("message");
    return message.isEmpty() ? "HTTP " + code : message;
  }

  private static @Nullable Duration retryAfter(@Nullable HttpHeaders headers, Node.Fields status) {
    int seconds = NO_SECONDS;
    if (status.object("details").value("retryAfterSeconds") instanceof Node.Numeral number) {
      seconds = number(number, NO_SECONDS);
    }
    Optional<String> header =
        headers == null ? Optional.empty() : headers.firstValue("Retry-After");
    if (header.filter(each -> each.matches("[0-9]{1,6}")).isPresent()) {
      seconds = Integer.parseInt(header.get());
    }
    return seconds <= 0 ? null : Duration.ofSeconds(seconds);
  }

  private static int number(Node.Numeral number, int otherwise) {
    return number.text().matches("[0-9]{1,6}") ? Integer.parseInt(number.text()) : otherwise;
  }
}

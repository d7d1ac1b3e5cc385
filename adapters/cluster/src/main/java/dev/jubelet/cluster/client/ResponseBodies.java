package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonReader;
import dev.jubelet.json.Node;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** What the bodies of answers mean. */
final class ResponseBodies {
  /** A page of five hundred large objects has less. */
  static final int BYTES_MAX = 32 << 20;

  /** Who wrote which field, for the API server alone, is about as long as all the rest of a pod. */
  private static final JsonReader READER =
      JsonReader.upTo(BYTES_MAX).without("metadata", "managedFields");

  private static final int NO_SECONDS = -1;

  private ResponseBodies() {}

  /** The object of a good answer. */
  static Node.Fields object(String path, HttpHeaders headers, byte[] body) {
    Node.Fields read = parsed(text(headers, body));
    if (read == null) {
      throw ApiFailure.noAnswer("the answer to " + Queries.bare(path) + " is not a JSON object");
    }
    return read;
  }

  /** What an answer says that is not a good one. */
  static ApiFailure failure(String call, int code, HttpHeaders headers, byte[] body) {
    Node.Fields status = null;
    try {
      status = parsed(text(headers, body));
    } catch (ApiFailure unreadable) {
      // Whoever answers so is not an API server; the code says enough.
    }
    Duration wait = retryAfter(headers, status);
    if (status == null || !status.text("kind").equals("Status")) {
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

  static Node.@Nullable Fields parsed(String text) {
    return READER.find(text).orElse(null);
  }

  private static String text(HttpHeaders headers, byte[] body) {
    boolean packed =
        headers.firstValue("Content-Encoding").filter(each -> each.equals("gzip")).isPresent();
    if (!packed) {
      return new String(body, StandardCharsets.UTF_8);
    }
    try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] all = unpacked.readNBytes(BYTES_MAX + 1);
      if (all.length > BYTES_MAX) {
        throw ApiFailure.noAnswer("an answer is larger than " + BYTES_MAX + " bytes");
      }
      return new String(all, StandardCharsets.UTF_8);
    } catch (IOException damaged) {
      throw ApiFailure.noAnswer("an answer has a content encoding that is not supported");
    }
  }

  private static @Nullable Duration retryAfter(
      @Nullable HttpHeaders headers, Node.@Nullable Fields status) {
    int seconds = NO_SECONDS;
    if (status != null
        && status.object("details").value("retryAfterSeconds") instanceof Node.Numeral number) {
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

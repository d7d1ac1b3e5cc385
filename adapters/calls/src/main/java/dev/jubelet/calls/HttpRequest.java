package dev.jubelet.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.model.container.handler.HttpHeader;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** A GET as it goes over the wire. */
final class HttpRequest {
  private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
  // Of these the connection itself decides.
  private static final Set<String> NOT_SENT =
      Set.of("host", "content-length", "transfer-encoding", "trailer");

  private HttpRequest() {}

  /**
   * @param host the Host header
   */
  static byte[] bytes(HttpEndpoint place, String host, List<HttpHeader> headers) {
    StringBuilder text = new StringBuilder();
    text.append("GET ").append(place.target()).append(" HTTP/1.1\r\n");
    text.append("Host: ").append(clean("Host", host)).append("\r\n");
    boolean connection = false;
    for (HttpHeader header : headers) {
      String lower = header.name().toLowerCase(Locale.ROOT);
      connection |= lower.equals("connection");
      boolean noAgent = lower.equals("user-agent") && header.value().isEmpty();
      if (!NOT_SENT.contains(lower) && !noAgent) {
        String value = clean(header.name(), header.value());
        text.append(canonical(header.name())).append(": ").append(value).append("\r\n");
      }
    }
    if (!connection) {
      text.append("Connection: close\r\n");
    }
    return text.append("\r\n").toString().getBytes(UTF_8);
  }

  /** A line break in a value would be a header of its own. */
  private static String clean(String name, String value) {
    boolean control = value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f);
    if (!NAME.matcher(name).matches() || control) {
      throw new OutsideFailure(
          FailureKind.BAD_SPEC, "net/http: invalid header field value for \"" + name + "\"");
    }
    return value.strip();
  }

  /** {@code x-api-key} goes out as {@code X-Api-Key}. */
  private static String canonical(String name) {
    StringBuilder text = new StringBuilder(name.length());
    boolean upper = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      text.append(upper ? Character.toUpperCase(c) : Character.toLowerCase(c));
      upper = c == '-';
    }
    return text.toString();
  }
}

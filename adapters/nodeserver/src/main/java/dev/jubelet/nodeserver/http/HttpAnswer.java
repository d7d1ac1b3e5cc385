package dev.jubelet.nodeserver.http;

import dev.jubelet.model.meta.Ordered;
import java.util.LinkedHashMap;
import java.util.Map;

/** A whole answer, made before it is sent. */
public record HttpAnswer(int status, Map<String, String> headers, String body) {
  private static final String TEXT = "text/plain; charset=utf-8";

  public HttpAnswer {
    headers = Ordered.copyOf(headers);
  }

  public static HttpAnswer of(int status, String contentType, String body) {
    return new HttpAnswer(status, Map.of("Content-Type", contentType), body);
  }

  public static HttpAnswer text(int status, String text) {
    return of(status, TEXT, text);
  }

  public static HttpAnswer json(String body) {
    return of(200, "application/json", body);
  }

  /** What Go's server says of a path that nobody registered. */
  public static HttpAnswer notFound() {
    return text(404, "404 page not found\n");
  }

  /** To whoever wants to change something where there is nothing to change. */
  public static HttpAnswer readOnly() {
    return text(405, "only GET and HEAD are answered here\n").with("Allow", "GET, HEAD");
  }

  public HttpAnswer with(String header, String value) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(header, value);
    return new HttpAnswer(status, all, body);
  }
}

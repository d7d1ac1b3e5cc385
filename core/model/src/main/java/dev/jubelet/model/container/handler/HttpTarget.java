package dev.jubelet.model.container.handler;

import java.util.List;

/**
 * Whom a handler's GET asks, and for what.
 *
 * @param scheme {@code http} or {@code https}
 * @param path with query, as the manifest has it, beginning with a slash
 */
public record HttpTarget(
    String scheme, String host, int port, String path, List<HttpHeader> headers) {
  public HttpTarget {
    headers = List.copyOf(headers);
  }
}

package dev.jubelet.nodeserver.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A request whose target is plain.
 *
 * @param peer what the client showed in the TLS handshake, unverified; its own certificate first
 */
public record HttpCall(RequestTarget target, HttpRequest request, List<X509Certificate> peer) {
  public HttpCall {
    peer = List.copyOf(peer);
  }

  public String method() {
    return request.method().name();
  }

  public boolean reads() {
    return method().equals("GET") || method().equals("HEAD");
  }

  public String path() {
    return target.path();
  }

  /** The first value of a header, or "". */
  public String header(String name) {
    return request.headers().get(name, "");
  }

  /** Whether the client wants to speak something else on this connection. */
  public boolean wantsUpgrade() {
    return request
        .headers()
        .containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true);
  }

  public boolean wantsWebSocket() {
    return wantsUpgrade()
        && request
            .headers()
            .containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }
}

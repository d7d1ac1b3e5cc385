package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.Subprotocols;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;

/** What a runtime is asked on behalf of a client. */
final class UpgradeRequest {
  /** Of a client's own headers these stay here: credentials, and what concerns one connection. */
  private static final List<CharSequence> OURS =
      List.of(
          HttpHeaderNames.AUTHORIZATION,
          HttpHeaderNames.PROXY_AUTHORIZATION,
          HttpHeaderNames.COOKIE,
          HttpHeaderNames.HOST,
          HttpHeaderNames.CONTENT_LENGTH,
          HttpHeaderNames.TRANSFER_ENCODING,
          HttpHeaderNames.TE,
          HttpHeaderNames.TRAILER,
          HttpHeaderNames.EXPECT,
          "Keep-Alive",
          "Proxy-Connection");

  private static final List<CharSequence> WEBSOCKET =
      List.of(
          HttpHeaderNames.SEC_WEBSOCKET_KEY,
          HttpHeaderNames.SEC_WEBSOCKET_VERSION,
          HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL,
          HttpHeaderNames.SEC_WEBSOCKET_EXTENSIONS);

  private UpgradeRequest() {}

  /** The client's own wish, passed on as it is. */
  static FullHttpRequest passedOn(HttpRequest request, RuntimeAddress address, SocketAddress from) {
    FullHttpRequest copy =
        new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, request.method(), address.pathAndQuery());
    HttpHeaders headers = copy.headers().set(request.headers());
    OURS.forEach(headers::remove);
    headers.set(HttpHeaderNames.CONNECTION, "Upgrade");
    headers.set(HttpHeaderNames.HOST, address.authority());
    if (request.method().equals(HttpMethod.POST)) {
      headers.set(HttpHeaderNames.CONTENT_LENGTH, 0);
    }
    if (from instanceof InetSocketAddress client && client.getAddress() != null) {
      headers.add("X-Forwarded-For", client.getAddress().getHostAddress());
    }
    return copy;
  }

  /** The same wish in SPDY, from a client that came with a WebSocket. */
  static FullHttpRequest inSpdy(
      HttpRequest request, RuntimeAddress address, SocketAddress from, List<String> protocols) {
    FullHttpRequest copy = passedOn(request, address, from);
    copy.setMethod(HttpMethod.POST);
    WEBSOCKET.forEach(copy.headers()::remove);
    copy.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
    copy.headers().set(HttpHeaderNames.UPGRADE, Subprotocols.SPDY_31);
    copy.headers().set(Subprotocols.SPDY_HEADER, protocols);
    return copy;
  }
}

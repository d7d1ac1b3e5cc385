package dev.jubelet.streaming.http;

import dev.jubelet.streaming.Subprotocols;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How SPDY is agreed on: by an HTTP upgrade, with a header for what is spoken over it. */
public final class SpdyHandshake {
  private SpdyHandshake() {}

  public static boolean asksForSpdy(HttpRequest request) {
    String upgrade = request.headers().get(HttpHeaderNames.UPGRADE, "");
    return upgrade.toLowerCase(Locale.ROOT).contains("spdy/3.1");
  }

  /** The first of the client's protocols that is among ours; a client without one is refused. */
  public static Optional<String> agree(
      ClientTakeover client, List<String> offered, List<String> ours) {
    Optional<String> chosen = Subprotocols.choose(offered, ours);
    if (chosen.isEmpty()) {
      refuse(client, offered, ours);
    }
    return chosen;
  }

  public static FullHttpResponse agreement(String protocol) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS);
    response.headers().set(HttpHeaderNames.CONNECTION, "Upgrade");
    response.headers().set(HttpHeaderNames.UPGRADE, Subprotocols.SPDY_31);
    response.headers().set(Subprotocols.SPDY_HEADER, protocol);
    return response;
  }

  private static void refuse(ClientTakeover client, List<String> offered, List<String> ours) {
    if (offered.isEmpty()) {
      client.refuse(
          HttpResponseStatus.BAD_REQUEST,
          "unable to upgrade: header " + Subprotocols.SPDY_HEADER + " names no protocol");
      return;
    }
    FullHttpResponse response =
        ListeningPort.text(
            HttpResponseStatus.FORBIDDEN,
            "unable to upgrade: unable to negotiate protocol: client supports "
                + offered
                + ", server accepts "
                + ours);
    response.headers().set(Subprotocols.SPDY_ACCEPTED_HEADER, ours);
    client.refuse(response);
  }
}

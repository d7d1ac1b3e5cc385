package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.http.ClientTakeover;
import dev.jubelet.streaming.http.SpdyHandshake;
import dev.jubelet.streaming.spdy.SpdyConnection;
import dev.jubelet.streaming.websocket.ChannelConnection;
import dev.jubelet.streaming.websocket.ChannelConnection.Use;
import dev.jubelet.streaming.websocket.ChannelEncoding;
import dev.jubelet.streaming.websocket.TunnelCodec;
import dev.jubelet.streaming.websocket.WebSocketHandshake;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Port-forward: over SPDY, over SPDY inside WebSocket messages, and over WebSocket channels. */
public final class PortEndpoint {
  private static final List<String> SPDY_PROTOCOLS = List.of(Subprotocols.PORT_FORWARD);
  private static final List<String> WEBSOCKET_PROTOCOLS =
      List.of(Subprotocols.V4, Subprotocols.V4_BASE64);

  /** A channel's number is one byte, and each port takes two. */
  private static final int MOST_PORTS = 127;

  private PortEndpoint() {}

  /** Event loop only. */
  public static void serve(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Ports session,
      StreamLimits limits) {
    if (!StreamUpgrade.isWebSocket(request)) {
      overSpdy(client, request, session, limits);
      return;
    }
    Optional<String> problem = WebSocketHandshake.problem(request);
    if (problem.isPresent()) {
      client.refuse(HttpResponseStatus.BAD_REQUEST, problem.get());
    } else if (Subprotocols.asksForTunnel(request)) {
      overTunnel(client, request, session, limits);
    } else {
      overWebSocket(client, request, session, limits);
    }
  }

  private static void overSpdy(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Ports session,
      StreamLimits limits) {
    if (!SpdyHandshake.asksForSpdy(request)) {
      client.refuse(
          HttpResponseStatus.BAD_REQUEST, "unable to upgrade: missing upgrade headers in request");
      return;
    }
    List<String> offered = Subprotocols.offeredForSpdy(request);
    Optional<String> protocol = SpdyHandshake.choose(offered, SPDY_PROTOCOLS);
    if (protocol.isEmpty()) {
      SpdyHandshake.refuse(client, offered, SPDY_PROTOCOLS);
      return;
    }
    client.switchTo(
        SpdyHandshake.agreement(protocol.get()),
        SpdyConnection.frames(),
        new PortStreams(session, limits).connection());
  }

  private static void overTunnel(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Ports session,
      StreamLimits limits) {
    List<String> offered = Subprotocols.tunnelled(request);
    Optional<String> protocol = SpdyHandshake.choose(offered, SPDY_PROTOCOLS);
    if (protocol.isEmpty()) {
      SpdyHandshake.refuse(client, offered, SPDY_PROTOCOLS);
      return;
    }
    client.switchTo(
        WebSocketHandshake.agreement(request, Subprotocols.inTunnel(protocol.get())),
        WebSocketHandshake.codec(
            limits,
            new TunnelCodec(),
            SpdyConnection.frames(),
            new PortStreams(session, limits).connection()));
  }

  private static void overWebSocket(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Ports session,
      StreamLimits limits) {
    List<String> offered = Subprotocols.offered(request);
    Optional<String> chosen = SpdyHandshake.choose(offered, WEBSOCKET_PROTOCOLS);
    if (chosen.isEmpty() && !offered.isEmpty()) {
      client.refuse(
          HttpResponseStatus.FORBIDDEN,
          "requested protocol(s) are not supported: "
              + offered
              + "; supports "
              + WEBSOCKET_PROTOCOLS);
      return;
    }
    if (session.ports().isEmpty() || session.ports().size() > MOST_PORTS) {
      client.refuse(
          HttpResponseStatus.BAD_REQUEST,
          "1 to " + MOST_PORTS + " ports must be named, not " + session.ports().size());
      return;
    }
    List<Use> uses = new ArrayList<>();
    for (int i = 0; i < session.ports().size(); i++) {
      uses.add(Use.BOTH);
      uses.add(Use.WRITE);
    }
    boolean base64 = chosen.equals(Optional.of(Subprotocols.V4_BASE64));
    ChannelConnection connection =
        new ChannelConnection(
            limits, base64 ? ChannelEncoding.BASE64 : ChannelEncoding.BINARY, false, uses);
    client.switchTo(
        WebSocketHandshake.agreement(request, chosen.orElse(null)),
        WebSocketHandshake.codec(limits, connection));
    PortChannels.start(connection, session);
  }
}

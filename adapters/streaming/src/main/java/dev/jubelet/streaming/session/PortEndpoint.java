package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.spdy.SpdyConnection;
import dev.jubelet.streaming.websocket.ChannelConnection.Use;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.ArrayList;
import java.util.List;

/** Port-forward: over SPDY, over SPDY inside WebSocket messages, and over WebSocket channels. */
final class PortEndpoint {
  private static final List<String> SPDY_PROTOCOLS = List.of(Subprotocols.PORT_FORWARD);
  private static final List<String> WEBSOCKET_PROTOCOLS =
      List.of(Subprotocols.V4, Subprotocols.V4_BASE64);

  /** A channel's number is one byte, and each port takes two. */
  private static final int MOST_PORTS = 127;

  private PortEndpoint() {}

  /** Event loop only. */
  static void serve(StreamClient client, StreamSession.Ports session) {
    if (!client.isWebSocket()) {
      client
          .spdyProtocol(SPDY_PROTOCOLS)
          .ifPresent(protocol -> client.switchToSpdy(protocol, streams(client, session)));
    } else if (client.isProper()) {
      if (client.asksForTunnel()) {
        client
            .tunnelProtocol(SPDY_PROTOCOLS)
            .ifPresent(protocol -> client.switchToTunnel(protocol, streams(client, session)));
      } else if (client.knowsChannels(WEBSOCKET_PROTOCOLS)) {
        overWebSocket(client, session);
      }
    }
  }

  private static SpdyConnection streams(StreamClient client, StreamSession.Ports session) {
    return new PortStreams(session, client.limits()).connection();
  }

  private static void overWebSocket(StreamClient client, StreamSession.Ports session) {
    if (session.ports().isEmpty() || session.ports().size() > MOST_PORTS) {
      client
          .channel()
          .refuse(
              HttpResponseStatus.BAD_REQUEST,
              "1 to " + MOST_PORTS + " ports must be named, not " + session.ports().size());
      return;
    }
    List<Use> uses = new ArrayList<>();
    for (int i = 0; i < session.ports().size(); i++) {
      uses.add(Use.BOTH);
      uses.add(Use.WRITE);
    }
    PortChannels.start(
        client.switchToChannels(client.channelProtocol(WEBSOCKET_PROTOCOLS), uses), session);
  }
}

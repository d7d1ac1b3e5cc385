package dev.jubelet.streaming.session;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.http.ClientTakeover;
import dev.jubelet.streaming.http.SpdyHandshake;
import dev.jubelet.streaming.spdy.SpdyConnection;
import dev.jubelet.streaming.websocket.ChannelConnection;
import dev.jubelet.streaming.websocket.ChannelEncoding;
import dev.jubelet.streaming.websocket.TunnelCodec;
import dev.jubelet.streaming.websocket.WebSocketHandshake;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.Optional;

/** A client that wants to stream, and what is agreed on with it. Event loop only. */
record StreamClient(ClientTakeover takeover, HttpRequest request, StreamLimits limits) {
  boolean isWebSocket() {
    return StreamUpgrade.isWebSocket(request);
  }

  boolean asksForTunnel() {
    return Subprotocols.asksForTunnel(request);
  }

  /** Refuses a WebSocket that RFC 6455 does not know. */
  boolean isProper() {
    Optional<String> problem = WebSocketHandshake.problem(request);
    problem.ifPresent(what -> takeover.refuse(HttpResponseStatus.BAD_REQUEST, what));
    return problem.isEmpty();
  }

  /** What is spoken over SPDY; a client that knows none of ours is refused. */
  Optional<String> spdyProtocol(List<String> ours) {
    if (!SpdyHandshake.asksForSpdy(request)) {
      takeover.refuse(
          HttpResponseStatus.BAD_REQUEST, "unable to upgrade: missing upgrade headers in request");
      return Optional.empty();
    }
    return SpdyHandshake.agree(takeover, Subprotocols.offeredForSpdy(request), ours);
  }

  void switchToSpdy(String protocol, SpdyConnection connection) {
    takeover.switchTo(SpdyHandshake.agreement(protocol), SpdyConnection.frames(), connection);
  }

  /** What is spoken over SPDY inside WebSocket messages. */
  Optional<String> tunnelProtocol(List<String> ours) {
    return SpdyHandshake.agree(takeover, Subprotocols.tunnelled(request), ours);
  }

  void switchToTunnel(String protocol, SpdyConnection connection) {
    takeover.switchTo(
        WebSocketHandshake.agreement(request, Subprotocols.inTunnel(protocol)),
        WebSocketHandshake.codec(limits, new TunnelCodec(), SpdyConnection.frames(), connection));
  }

  /** Refuses a client that offers protocols of which none is ours; naming none is allowed. */
  boolean knowsChannels(List<String> ours) {
    List<String> offered = Subprotocols.offered(request);
    boolean known = offered.isEmpty() || Subprotocols.choose(offered, ours).isPresent();
    if (!known) {
      takeover.refuse(
          HttpResponseStatus.FORBIDDEN,
          "requested protocol(s) are not supported: " + offered + "; supports " + ours);
    }
    return known;
  }

  /** The first of the client's protocols for channels; empty when it names none. */
  Optional<String> channelProtocol(List<String> ours) {
    return Subprotocols.choose(Subprotocols.offered(request), ours);
  }

  ChannelConnection switchToChannels(Optional<String> protocol, List<ChannelConnection.Use> uses) {
    String spoken = protocol.orElse(Subprotocols.V1);
    ChannelConnection connection =
        new ChannelConnection(
            limits, ChannelEncoding.of(spoken), spoken.equals(Subprotocols.V5), uses);
    takeover.switchTo(
        WebSocketHandshake.agreement(request, protocol.orElse(null)),
        WebSocketHandshake.codec(limits, connection));
    return connection;
  }
}

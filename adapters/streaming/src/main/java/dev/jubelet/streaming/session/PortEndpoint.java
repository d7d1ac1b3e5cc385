package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.spdy.SpdyConnection;
import dev.jubelet.streaming.websocket.ChannelConnection;
import dev.jubelet.streaming.websocket.ChannelConnection.Use;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

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
          .takeover()
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
    carry(client.switchToChannels(client.channelProtocol(WEBSOCKET_PROTOCOLS), uses), session);
  }

  /**
   * One connection for each port, all made at once. Channel 2n carries the data of the nth port,
   * channel 2n+1 its errors; both begin with the port, low byte first.
   */
  private static void carry(ChannelConnection connection, StreamSession.Ports session) {
    List<Integer> ports = session.ports();
    AtomicInteger open = new AtomicInteger(ports.size());
    for (int i = 0; i < ports.size(); i++) {
      int port = ports.get(i);
      Flow data = connection.flow(2 * i);
      Flow error = connection.flow(2 * i + 1);
      Thread thread =
          Thread.ofVirtual()
              .name("port-forward")
              .unstarted(() -> {
                carry(session, port, data, error);
                if (open.decrementAndGet() == 0) {
                  connection.leave();
                }
              });
      connection.whenGone(thread::interrupt);
      thread.start();
    }
  }

  private static void carry(StreamSession.Ports session, int port, Flow data, Flow error) {
    byte[] name = {(byte) port, (byte) (port >> 8)};
    try {
      data.output().write(name);
      error.output().write(name);
    } catch (IOException e) {
      // The client has gone before anything began.
      return;
    }
    PortRun.carry(session, port, data, error);
  }
}

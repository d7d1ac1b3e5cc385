package dev.jubelet.streaming.session;

import static dev.jubelet.streaming.Subprotocols.V1;
import static dev.jubelet.streaming.Subprotocols.V1_BASE64;
import static dev.jubelet.streaming.Subprotocols.V4;
import static dev.jubelet.streaming.Subprotocols.V4_BASE64;
import static dev.jubelet.streaming.Subprotocols.V5;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.websocket.ChannelConnection;
import dev.jubelet.streaming.websocket.ChannelConnection.Use;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Exec and attach, in all versions of the protocol. */
final class CommandEndpoint {
  private static final List<String> WEBSOCKET_PROTOCOLS = List.of(V5, V4, V4_BASE64, V1, V1_BASE64);
  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int ERROR = 3;
  private static final int RESIZE = 4;

  private CommandEndpoint() {}

  /** Event loop only. */
  static void serve(StreamClient client, StreamSession.Command session) {
    if (!client.isWebSocket()) {
      client
          .spdyProtocol(Subprotocols.SPDY_COMMANDS)
          .ifPresent(protocol -> {
            CommandStreams streams = new CommandStreams(protocol, session, client.limits());
            client.switchToSpdy(protocol, streams.connection());
            streams.awaitStreams();
          });
    } else if (client.isProper() && client.knowsChannels(WEBSOCKET_PROTOCOLS)) {
      overWebSocket(client, session);
    }
  }

  private static void overWebSocket(StreamClient client, StreamSession.Command session) {
    StreamOptions options = session.options();
    Optional<String> protocol = client.channelProtocol(WEBSOCKET_PROTOCOLS);
    ChannelConnection connection =
        client.switchToChannels(
            protocol,
            List.of(
                options.stdin() ? Use.READ : Use.NONE,
                options.stdout() ? Use.WRITE : Use.NONE,
                options.stderr() ? Use.WRITE : Use.NONE,
                Use.WRITE,
                options.tty() ? Use.READ : Use.NONE));
    connection.greet(options.stdout() ? STDOUT : options.stderr() ? STDERR : ERROR);
    CommandRun.Flows flows =
        new CommandRun.Flows(
            connection.flow(ERROR),
            wanted(connection, STDIN, options.stdin()),
            wanted(connection, STDOUT, options.stdout()),
            wanted(connection, STDERR, options.stderr()),
            wanted(connection, RESIZE, options.tty()));
    boolean json = protocol.filter(each -> !each.equals(V1) && !each.equals(V1_BASE64)).isPresent();
    CommandRun.start(connection, flows, json, session.command());
  }

  private static @Nullable Flow wanted(ChannelConnection connection, int number, boolean asked) {
    return asked ? connection.flow(number) : null;
  }
}

package dev.jubelet.streaming.session;

import static dev.jubelet.streaming.Subprotocols.V1;
import static dev.jubelet.streaming.Subprotocols.V1_BASE64;
import static dev.jubelet.streaming.Subprotocols.V2;
import static dev.jubelet.streaming.Subprotocols.V3;
import static dev.jubelet.streaming.Subprotocols.V4;
import static dev.jubelet.streaming.Subprotocols.V4_BASE64;
import static dev.jubelet.streaming.Subprotocols.V5;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.StreamOptions;
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
import dev.jubelet.streaming.websocket.WebSocketHandshake;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Exec and attach, in all versions of the protocol. */
public final class CommandEndpoint {
  static final List<String> SPDY_PROTOCOLS = List.of(V4, V3, V2, V1);
  private static final List<String> WEBSOCKET_PROTOCOLS = List.of(V5, V4, V4_BASE64, V1, V1_BASE64);
  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int ERROR = 3;
  private static final int RESIZE = 4;

  private CommandEndpoint() {}

  /** Event loop only. */
  public static void serve(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Command session,
      StreamLimits limits) {
    if (StreamUpgrade.isWebSocket(request)) {
      overWebSocket(client, request, session, limits);
    } else if (SpdyHandshake.asksForSpdy(request)) {
      overSpdy(client, request, session, limits);
    } else {
      client.refuse(
          HttpResponseStatus.BAD_REQUEST, "unable to upgrade: missing upgrade headers in request");
    }
  }

  private static void overSpdy(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Command session,
      StreamLimits limits) {
    List<String> offered = Subprotocols.offeredForSpdy(request);
    Optional<String> protocol = SpdyHandshake.choose(offered, SPDY_PROTOCOLS);
    if (protocol.isEmpty()) {
      SpdyHandshake.refuse(client, offered, SPDY_PROTOCOLS);
      return;
    }
    CommandStreams streams = new CommandStreams(protocol.get(), session, limits);
    client.switchTo(
        SpdyHandshake.agreement(protocol.get()), SpdyConnection.frames(), streams.connection());
    streams.awaitStreams();
  }

  private static void overWebSocket(
      ClientTakeover client,
      HttpRequest request,
      StreamSession.Command session,
      StreamLimits limits) {
    Optional<String> problem = WebSocketHandshake.problem(request);
    if (problem.isPresent()) {
      client.refuse(HttpResponseStatus.BAD_REQUEST, problem.get());
      return;
    }
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
    String protocol = chosen.orElse(V1);
    StreamOptions options = session.options();
    ChannelConnection connection =
        new ChannelConnection(
            limits,
            protocol.equals(V1_BASE64) || protocol.equals(V4_BASE64)
                ? ChannelEncoding.BASE64
                : ChannelEncoding.BINARY,
            protocol.equals(V5),
            List.of(
                options.stdin() ? Use.READ : Use.NONE,
                options.stdout() ? Use.WRITE : Use.NONE,
                options.stderr() ? Use.WRITE : Use.NONE,
                Use.WRITE,
                options.tty() ? Use.READ : Use.NONE));
    client.switchTo(
        WebSocketHandshake.agreement(request, chosen.orElse(null)),
        WebSocketHandshake.codec(limits, connection));
    connection.greet(options.stdout() ? STDOUT : options.stderr() ? STDERR : ERROR);
    CommandRun.Flows flows =
        new CommandRun.Flows(
            connection.flow(ERROR),
            wanted(connection, STDIN, options.stdin()),
            wanted(connection, STDOUT, options.stdout()),
            wanted(connection, STDERR, options.stderr()),
            wanted(connection, RESIZE, options.tty()));
    boolean json = !protocol.equals(V1) && !protocol.equals(V1_BASE64);
    CommandRun.start(connection, flows, json, session.command());
  }

  private static @Nullable Flow wanted(ChannelConnection connection, int number, boolean asked) {
    return asked ? connection.flow(number) : null;
  }
}

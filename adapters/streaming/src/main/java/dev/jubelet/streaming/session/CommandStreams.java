package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.spdy.SpdyServerConnection;
import dev.jubelet.streaming.spdy.SpdyStream;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Gathers the SPDY streams of one exec or attach, and starts it when all are there. Event loop
 * only.
 */
final class CommandStreams {
  private static final String ERROR = "error";
  private static final String STDIN = "stdin";
  private static final String STDOUT = "stdout";
  private static final String STDERR = "stderr";
  private static final String RESIZE = "resize";

  private final String protocol;
  private final StreamSession.Command session;
  private final StreamLimits limits;
  private final SpdyServerConnection connection;
  private final Set<String> awaited = new HashSet<>();
  private final Map<String, SpdyStream> present = new LinkedHashMap<>();

  CommandStreams(String protocol, StreamSession.Command session, StreamLimits limits) {
    this.protocol = protocol;
    this.session = session;
    this.limits = limits;
    this.connection = new SpdyServerConnection(limits, this::accept);
    StreamOptions options = session.options();
    awaited.add(ERROR);
    await(STDIN, options.stdin());
    await(STDOUT, options.stdout());
    await(STDERR, options.stderr());
    await(RESIZE, options.tty() && Subprotocols.resizes(protocol));
  }

  private void await(String type, boolean asked) {
    if (asked) {
      awaited.add(type);
    }
  }

  SpdyServerConnection connection() {
    return connection;
  }

  void awaitStreams() {
    Future<?> tooLate =
        connection
            .channel()
            .eventLoop()
            .schedule(
                () -> {
                  if (!awaited.isEmpty()) {
                    connection.abort(
                        new IOException("the client did not open all streams in time"));
                  }
                },
                limits.creation().toNanos(),
                TimeUnit.NANOSECONDS);
    connection.whenGone(() -> tooLate.cancel(false));
  }

  private boolean accept(SpdyStream stream) {
    String type = stream.header("streamtype");
    if (!awaited.remove(type)) {
      return false;
    }
    present.put(type, stream);
    if (!type.equals(STDIN) && !type.equals(RESIZE)) {
      stream.dropInput();
    }
    if (awaited.isEmpty()) {
      // Only after the consent to this stream was written: Go's clients lose what comes before.
      connection.channel().eventLoop().execute(this::start);
    }
    return true;
  }

  private void start() {
    SpdyStream error = present.get(ERROR);
    if (error == null || connection.gone() != null) {
      return;
    }
    CommandRun.Flows flows =
        new CommandRun.Flows(
            error,
            present.get(STDIN),
            present.get(STDOUT),
            present.get(STDERR),
            present.get(RESIZE));
    CommandRun.start(connection, flows, protocol.equals(Subprotocols.V4), session.command());
  }
}

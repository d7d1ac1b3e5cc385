package dev.jubelet.streaming.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.spdy.SpdyServerConnection;
import dev.jubelet.streaming.spdy.SpdyStream;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Port-forward over SPDY: any number of connections to any port, each a pair of streams that belong
 * together by their request id. Event loop only.
 */
final class PortStreams {
  private static final String DATA = "data";
  private static final String ERROR = "error";

  private final StreamSession.Ports session;
  private final StreamLimits limits;
  private final SpdyServerConnection connection;
  private final Map<String, Pair> halves = new LinkedHashMap<>();
  private final Set<Thread> carriers = ConcurrentHashMap.newKeySet();

  PortStreams(StreamSession.Ports session, StreamLimits limits) {
    this.session = session;
    this.limits = limits;
    this.connection = new SpdyServerConnection(limits, this::accept);
    connection.whenGone(this::stop);
  }

  private void stop() {
    halves.values().forEach(pair -> pair.tooLate.cancel(false));
    halves.clear();
    carriers.forEach(Thread::interrupt);
  }

  SpdyServerConnection connection() {
    return connection;
  }

  /** A pair of which one stream is still to come. */
  private static final class Pair {
    final Future<?> tooLate;
    @Nullable SpdyStream data;
    @Nullable SpdyStream error;

    Pair(Future<?> tooLate) {
      this.tooLate = tooLate;
    }
  }

  private boolean accept(SpdyStream stream) {
    int port;
    try {
      port = StreamUpgrade.port(stream.header("port"));
    } catch (IllegalArgumentException e) {
      return false;
    }
    String type = stream.header("streamtype");
    if (!type.equals(DATA) && !type.equals(ERROR)) {
      return false;
    }
    String id = requestId(stream, type);
    if (halves.size() >= limits.streams() && !halves.containsKey(id)) {
      // Streams that are opened and reset at once leave their half behind for a while.
      return false;
    }
    Pair pair = halves.computeIfAbsent(id, this::expectOther);
    if (type.equals(DATA) ? pair.data != null : pair.error != null) {
      return false;
    }
    if (type.equals(DATA)) {
      pair.data = stream;
    } else {
      pair.error = stream;
      stream.dropInput();
    }
    if (pair.data != null && pair.error != null) {
      halves.remove(id);
      pair.tooLate.cancel(false);
      SpdyStream data = pair.data;
      SpdyStream error = pair.error;
      connection.channel().eventLoop().execute(() -> start(port, data, error));
    }
    return true;
  }

  /** Old clients have no request ids, but open the two streams of a connection in a row. */
  private static String requestId(SpdyStream stream, String type) {
    String id = stream.header("requestid");
    if (!id.isEmpty()) {
      return id;
    }
    return "stream " + (type.equals(ERROR) ? stream.id() : stream.id() - 2);
  }

  private Pair expectOther(String id) {
    return new Pair(
        connection
            .channel()
            .eventLoop()
            .schedule(() -> giveUp(id), limits.creation().toNanos(), TimeUnit.NANOSECONDS));
  }

  private void giveUp(String id) {
    Pair pair = halves.remove(id);
    if (pair == null) {
      return;
    }
    if (pair.data != null) {
      pair.data.reset();
    }
    if (pair.error != null) {
      SpdyStream error = pair.error;
      Thread.ofVirtual().name("port-forward").start(() -> tell(error, id));
    }
  }

  private static void tell(SpdyStream error, String id) {
    try {
      error.output().write(("request " + id + " timed out waiting for streams").getBytes(UTF_8));
      error.output().close();
    } catch (IOException e) {
      error.reset();
    }
  }

  private void start(int port, Flow data, Flow error) {
    if (connection.gone() != null) {
      return;
    }
    Thread thread =
        Thread.ofVirtual()
            .name("port-forward")
            .unstarted(() -> {
              PortRun.carry(session, port, data, error);
              carriers.remove(Thread.currentThread());
            });
    carriers.add(thread);
    thread.start();
  }
}

package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The events of a watch, a line each, read as they are asked for. */
final class HttpWatch implements WatchStream {
  /** The largest object that a server takes has three megabytes; written out it may have more. */
  private static final int EVENT_MAX = 16 << 20;

  private static final int BUFFER = 16 << 10;

  private final String call;
  private final InputStream in;
  private final Supplier<Instant> clock;
  private final Duration quietMax;
  private final Instant end;
  private final Consumer<HttpWatch> onClose;

  // Only the reader touches these.
  private final byte[] buffer = new byte[BUFFER];
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int from;
  private int to;

  private volatile Instant heard;
  private volatile boolean closed;
  private volatile @Nullable String givenUp;

  /**
   * @param quietMax without an event or a bookmark, which the server sends every minute
   * @param lifeMax how long the server may keep it open
   */
  HttpWatch(
      String call,
      InputStream in,
      Supplier<Instant> clock,
      Duration quietMax,
      Duration lifeMax,
      Consumer<HttpWatch> onClose) {
    this.call = call;
    this.in = in;
    this.clock = clock;
    this.quietMax = quietMax;
    this.heard = clock.get();
    this.end = heard.plus(lifeMax);
    this.onClose = onClose;
  }

  @Override
  public Optional<WatchEvent> next() {
    byte[] text;
    try {
      text = readLine();
    } catch (IOException broken) {
      return ended(
          ApiFailure.noAnswer("%s: the watch broke: %s".formatted(call, broken.getMessage())));
    }
    if (text.length == 0) {
      return ended(null);
    }
    heard = clock.get();
    Node.Fields event = ResponseBodies.parsed(new String(text, StandardCharsets.UTF_8));
    if (event == null || !(event.value("object") instanceof Node.Fields object)) {
      throw ApiFailure.noAnswer(call + ": the watch said something that is no event");
    }
    String type = event.text("type");
    return switch (type) {
      case "ADDED", "MODIFIED", "DELETED", "BOOKMARK" ->
          Optional.of(new WatchEvent(WatchEvent.Type.valueOf(type), object));
      case "ERROR" -> throw ResponseBodies.inWatch(call, object);
      default -> throw ApiFailure.inWatch(500, "", call + ": an event of an unknown type", null);
    };
  }

  /** Closing comes to the reader as the end or as a broken stream; it means the same. */
  private Optional<WatchEvent> ended(@Nullable ApiFailure broken) {
    String why = givenUp;
    if (why != null) {
      throw ApiFailure.noAnswer(call + ": " + why);
    }
    if (broken != null && !closed) {
      throw broken;
    }
    return Optional.empty();
  }

  /** Without its end; nothing when the stream has ended. Empty lines say nothing. */
  private byte[] readLine() throws IOException {
    line.reset();
    while (true) {
      for (int at = from; at < to; at++) {
        if (buffer[at] == '\n') {
          line.write(buffer, from, at - from);
          from = at + 1;
          if (line.size() > 0) {
            return line.toByteArray();
          }
        }
      }
      line.write(buffer, from, to - from);
      from = 0;
      to = 0;
      if (line.size() > EVENT_MAX) {
        throw new IOException("an event is larger than " + EVENT_MAX + " bytes");
      }
      int count = in.read(buffer);
      if (count < 0) {
        if (line.size() > 0) {
          throw new IOException("it ended within an event");
        }
        return new byte[0];
      }
      to = count;
    }
  }

  void endIfOverdue(Instant now) {
    if (heard.isBefore(now.minus(quietMax))) {
      give("nothing was heard for " + quietMax.toSeconds() + " s");
    } else if (now.isAfter(end)) {
      give("the server did not end it in time");
    }
  }

  /** Ends it as a failure. */
  void give(String why) {
    givenUp = why;
    close();
  }

  @Override
  public void close() {
    closed = true;
    onClose.accept(this);
    try {
      in.close();
    } catch (IOException alreadyBroken) {
      // It is over either way.
    }
  }
}

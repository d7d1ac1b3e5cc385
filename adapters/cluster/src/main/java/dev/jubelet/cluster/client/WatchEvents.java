package dev.jubelet.cluster.client;

import dev.jubelet.cluster.client.WatchStream.WatchEvent;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The events of a watch, a line each, of which none is ever in memory as it was sent. */
final class WatchEvents<T> implements AutoCloseable {
  private static final int BUFFER = 4 << 10;

  private final String call;
  private final InputStream in;
  private final ObjectReader<T> reader;
  private final BodyReader bodies;

  // Only the reader touches these.
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;

  WatchEvents(String call, InputStream in, ObjectReader<T> reader, BodyReader bodies) {
    this.call = call;
    this.in = in;
    this.reader = reader;
    this.bodies = bodies;
  }

  /** Waits for the begin of an event. False when the stream has ended. Empty lines say nothing. */
  boolean begins() throws IOException {
    while (filled()) {
      if (buffer[from] != '\n') {
        return true;
      }
      from++;
    }
    return false;
  }

  /** The event that has begun. */
  WatchEvent<T> next() throws IOException {
    Line line = new Line();
    try {
      WatchEvent<T> event =
          BodyReader.isSmall(reader) ? event(line) : bodies.inTurn(() -> event(line));
      line.finish();
      return event;
    } catch (UncheckedIOException broken) {
      throw broken.getCause();
    } catch (IllegalArgumentException wrong) {
      throw ApiFailure.noAnswer(call + ": the watch said something that is no event");
    }
  }

  private WatchEvent<T> event(Line line) {
    try (JsonStream json = JsonStream.of(line)) {
      Event event = new Event(json);
      json.fields(event::take);
      return Objects.requireNonNullElseGet(
          event.read,
          () -> {
            throw ApiFailure.noAnswer(call + ": the watch said something that is no event");
          });
    }
  }

  /** An event as far as it has been read. Kubernetes names its type first. */
  private final class Event {
    private final JsonStream json;
    private String type = "";
    private @Nullable WatchEvent<T> read;

    Event(JsonStream json) {
      this.json = json;
    }

    void take(String name) {
      switch (name) {
        case "type" -> type = json.text();
        case "object" -> read = json.isObject() ? object() : null;
        default -> {}
      }
    }

    private WatchEvent<T> object() {
      return switch (type) {
        case "ADDED", "MODIFIED", "DELETED" -> {
          T object = reader.apply(json);
          yield new WatchEvent<>(
              WatchEvent.Type.valueOf(type), reader.metadata(object).resourceVersion(), object);
        }
        case "BOOKMARK" ->
            new WatchEvent<>(WatchEvent.Type.BOOKMARK, Metadata.read(json).resourceVersion(), null);
        case "ERROR" -> {
          Node.Fields status = ObjectReader.TREE.apply(json);
          throw ResponseBodies.inWatch(call, status);
        }
        default -> throw ApiFailure.inWatch(500, "", call + ": an event of an unknown type", null);
      };
    }
  }

  /** Whether there is a byte; false at the end of the stream. */
  private boolean filled() throws IOException {
    if (from == to) {
      from = 0;
      to = Math.max(0, in.read(buffer));
    }
    return from < to;
  }

  /** What is left of a line. */
  private final class Line extends InputStream {
    private boolean ended;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (ended || length == 0) {
        return ended ? -1 : 0;
      }
      if (!filled()) {
        throw new IOException("it ended within an event");
      }
      int count = 0;
      while (count < length && from < to && !ended) {
        byte next = buffer[from++];
        ended = next == '\n';
        if (!ended) {
          into[offset + count++] = next;
        }
      }
      return count == 0 ? -1 : count;
    }

    void finish() throws IOException {
      byte[] rest = new byte[64];
      while (read(rest, 0, rest.length) >= 0) {
        // Nothing of an event is left for the next one.
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}

package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.TerminalSize;
import dev.jubelet.ports.stream.TerminalSizes;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads the objects that a client sends when its terminal changes, and keeps the newest. */
final class LatestSize implements TerminalSizes {
  private static final int LARGEST = 65535;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(4)
                  .maxNameLength(256)
                  .maxStringLength(256)
                  .maxNumberLength(32)
                  .build())
          .build();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private @Nullable TerminalSize untold;
  private boolean ended;

  @Override
  public Optional<TerminalSize> next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (untold == null && !ended) {
        changed.await();
      }
      TerminalSize size = untold;
      untold = null;
      return Optional.ofNullable(size);
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void put(TerminalSize size) {
    lock.lock();
    try {
      untold = size;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Reads until the client stops, goes, or sends something that is no size. */
  void follow(InputStream events) {
    try (events;
        JsonParser parser = JSON.createParser(ObjectReadContext.empty(), events)) {
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        put(size(parser));
      }
    } catch (JacksonException | java.io.IOException e) {
      // The session goes on with the size it has, as with any other client that says no more.
    } finally {
      end();
    }
  }

  /** Go reads names without regard to case; the missing dimension is zero. */
  private static TerminalSize size(JsonParser parser) {
    int width = 0;
    int height = 0;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName().toLowerCase(Locale.ROOT);
      parser.nextToken();
      switch (name) {
        case "width" -> width = dimension(parser);
        case "height" -> height = dimension(parser);
        default -> parser.skipChildren();
      }
    }
    return new TerminalSize(width, height);
  }

  private static int dimension(JsonParser parser) {
    int value = parser.getIntValue();
    if (value < 0 || value > LARGEST) {
      throw new IllegalSizeException("no size of a terminal: " + value);
    }
    return value;
  }

  private static final class IllegalSizeException extends JacksonException {
    IllegalSizeException(String message) {
      super(message);
    }
  }
}

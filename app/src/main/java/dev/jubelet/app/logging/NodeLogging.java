package dev.jubelet.app.logging;

import dev.jubelet.ports.Journal;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** The one place where the process's logging is set up. */
public final class NodeLogging {
  // Netty warns for every channel that unix sockets have no SO_KEEPALIVE: gRPC sets it blindly.
  // java.util.logging holds loggers weakly: one that nobody keeps forgets its level.
  private static final Map<Logger, Level> LIBRARIES =
      Map.of(
          Logger.getLogger("io.grpc"), Level.WARNING,
          Logger.getLogger("io.netty"), Level.WARNING,
          Logger.getLogger("io.netty.bootstrap"), Level.SEVERE,
          Logger.getLogger("com.sun.net.httpserver"), Level.WARNING);

  private NodeLogging() {}

  /**
   * Sends everything that this process logs to {@code stream}.
   *
   * @param verbosity as the flag {@code -v}: 0 to 3 are alike, 4 adds details, 6 those of libraries
   */
  public static Journal install(OutputStream stream, LogFormat format, int verbosity) {
    LineWriter writer = new LineWriter(stream, format);
    LogManager.getLogManager().reset();
    Handler handler = new LibraryLogHandler(writer);
    handler.setLevel(Level.ALL);
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    root.setLevel(verbosity >= 6 ? Level.FINE : Level.INFO);
    LIBRARIES.forEach(Logger::setLevel);
    return new LineJournal(writer, verbosity, InstantSource.system());
  }
}

package dev.jubelet.app.logging;

import dev.jubelet.ports.Journal;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/** The one place where the process's logging is set up. */
public final class NodeLogging {
  // Netty warns for every channel that unix sockets have no SO_KEEPALIVE: gRPC sets it blindly.
  private static final Map<String, Level> LIBRARIES =
      Map.of(
          "io.grpc", Level.WARNING,
          "io.netty", Level.WARNING,
          "io.netty.bootstrap", Level.SEVERE,
          "com.sun.net.httpserver", Level.WARNING);

  // java.util.logging holds loggers weakly: one that nobody keeps forgets its level.
  private final List<Logger> kept = new ArrayList<>();
  private final Journal journal;

  private NodeLogging(Journal journal) {
    this.journal = journal;
  }

  /**
   * Sends everything that this process logs to {@code stream}. Keep the answer as long as the
   * process runs.
   *
   * @param verbosity as the flag {@code -v}: 0 to 3 are alike, 4 adds details, 6 those of libraries
   */
  public static NodeLogging install(OutputStream stream, LogFormat format, int verbosity) {
    LineWriter writer = new LineWriter(stream, format);
    NodeLogging logging =
        new NodeLogging(new LineJournal(writer, verbosity, InstantSource.system()));
    LogManager.getLogManager().reset();
    Handler handler = new LibraryLogHandler(writer);
    handler.setLevel(Level.ALL);
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    root.setLevel(verbosity >= 6 ? Level.FINE : Level.INFO);
    LIBRARIES.forEach((name, level) -> {
      Logger logger = Logger.getLogger(name);
      logger.setLevel(level);
      logging.kept.add(logger);
    });
    return logging;
  }

  public Journal journal() {
    return journal;
  }
}

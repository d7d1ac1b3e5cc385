package dev.jubelet.app.logging;

import dev.jubelet.ports.Journal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/** Brings what libraries log through java.util.logging into the same lines. */
final class LibraryLogHandler extends Handler {
  private final LineWriter writer;

  LibraryLogHandler(LineWriter writer) {
    this.writer = writer;
    setFormatter(new SimpleFormatter());
  }

  @Override
  public void publish(@Nullable LogRecord record) {
    if (record == null || !isLoggable(record)) {
      return;
    }
    writer.write(
        new LogLine(
            record.getInstant(),
            level(record.getLevel()),
            null,
            null,
            null,
            shortName(record.getLoggerName()) + getFormatter().formatMessage(record),
            trace(record.getThrown())));
  }

  @Override
  public void flush() {
    // Every line is flushed as it is written.
  }

  @Override
  public void close() {
    // The stream belongs to the process.
  }

  private static Journal.Level level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return Journal.Level.ERROR;
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return Journal.Level.WARNING;
    }
    return level.intValue() >= Level.INFO.intValue() ? Journal.Level.NORMAL : Journal.Level.DETAIL;
  }

  private static String shortName(@Nullable String logger) {
    return logger == null ? "" : logger.substring(logger.lastIndexOf('.') + 1) + ": ";
  }

  private static @Nullable String trace(@Nullable Throwable thrown) {
    if (thrown == null) {
      return null;
    }
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString().strip();
  }
}

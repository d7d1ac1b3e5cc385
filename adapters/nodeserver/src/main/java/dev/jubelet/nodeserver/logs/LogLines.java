package dev.jubelet.nodeserver.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** Turns the bytes of log files into what the container wrote, as far as it is wanted. */
final class LogLines {
  // CRI runtimes cut lines at 16 KiB; what is far longer is not a log line and is let through raw.
  private static final int LINE_MAX = 1024 * 1024;

  private final OutputStream out;
  private final LogOptions options;
  private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private boolean insideLine;
  private long left;

  LogLines(OutputStream out, LogOptions options) {
    this.out = out;
    this.options = options;
    this.left = options.limitBytes() < 0 ? Long.MAX_VALUE : options.limitBytes();
  }

  /** Whether no more bytes are wanted. */
  boolean full() {
    return left <= 0;
  }

  void take(byte[] bytes, int length) throws IOException {
    int start = 0;
    for (int i = 0; i < length && !full(); i++) {
      if (bytes[i] == '\n') {
        unfinished.write(bytes, start, i - start);
        start = i + 1;
        finishLine();
      } else if (unfinished.size() + i - start > LINE_MAX) {
        unfinished.write(bytes, start, i - start);
        start = i;
        finishLine();
      }
    }
    if (!full()) {
      unfinished.write(bytes, start, length - start);
    }
  }

  /** No more will come: what has no end of line is a line too. */
  void end() throws IOException {
    if (unfinished.size() > 0 && !full()) {
      finishLine();
    }
  }

  /** Forgets half a line, of a file that began anew. */
  void forgetUnfinished() {
    unfinished.reset();
  }

  void flush() throws IOException {
    out.flush();
  }

  private void finishLine() throws IOException {
    byte[] raw = unfinished.toByteArray();
    unfinished.reset();
    Optional<CriLogLine> parsed = CriLogLine.parse(raw);
    if (parsed.isEmpty()) {
      write(raw, 0, raw.length);
      write(new byte[] {'\n'}, 0, 1);
      return;
    }
    CriLogLine entry = parsed.get();
    if (!isWanted(entry)) {
      return;
    }
    if (options.timestamps() && !insideLine) {
      byte[] time = (entry.shownTime() + " ").getBytes(StandardCharsets.UTF_8);
      write(time, 0, time.length);
    }
    write(raw, entry.contentStart(), raw.length - entry.contentStart());
    if (!entry.partial()) {
      write(new byte[] {'\n'}, 0, 1);
    }
    insideLine = entry.partial();
  }

  private boolean isWanted(CriLogLine entry) {
    if (options.onlyStream() != null && !entry.stream().equals(options.onlyStream())) {
      return false;
    }
    Instant since = options.since();
    return since == null || entry.at().filter(at -> at.isBefore(since)).isEmpty();
  }

  private void write(byte[] bytes, int from, int length) throws IOException {
    int count = (int) Math.min(length, left);
    if (count > 0) {
      out.write(bytes, from, count);
      left -= count;
    }
  }
}

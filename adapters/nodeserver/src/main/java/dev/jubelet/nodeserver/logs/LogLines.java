package dev.jubelet.nodeserver.logs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** Turns the bytes of log files into what the container wrote, as far as it is wanted. */
final class LogLines {
  // CRI runtimes cut lines at 16 KiB unless somebody tells them otherwise.
  private static final int HELD_MAX = 32 * 1024;
  private static final byte[] LINE_END = {'\n'};

  /** Kubernetes' words; what such lines say may be anything, so it is told to nobody. */
  private static final byte[] UNSUPPORTED =
      "unsupported log format: lines that are not in CRI format are left out\n"
          .getBytes(StandardCharsets.UTF_8);

  /** What happens to the rest of a line of which the beginning is known. */
  private enum Rest {
    UNKNOWN,
    LEFT_OUT,
    SHOWN,
    SHOWN_AS_PART
  }

  private final OutputStream out;
  private final LogOptions options;
  private ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
  private Rest rest = Rest.UNKNOWN;
  private boolean insideLine;
  private boolean toldUnsupported;
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
        add(bytes, start, i - start);
        start = i + 1;
        finishLine();
      }
    }
    if (!full()) {
      add(bytes, start, length - start);
    }
  }

  /**
   * No more will come: what has no end of line is a line too, unless nobody can tell what it is.
   */
  void end() throws IOException {
    if (!full()
        && (rest != Rest.UNKNOWN || CriLogLine.parse(unfinished.toByteArray()).isPresent())) {
      finishLine();
    }
  }

  /** Forgets half a line, of a file that began anew. */
  void forgetUnfinished() {
    unfinished = new ByteArrayOutputStream();
    rest = Rest.UNKNOWN;
  }

  void flush() throws IOException {
    out.flush();
  }

  /** However long a line is, no more than its beginning is held. */
  private void add(byte[] bytes, int from, int count) throws IOException {
    switch (rest) {
      case SHOWN, SHOWN_AS_PART -> write(bytes, from, count);
      case LEFT_OUT -> {}
      case UNKNOWN -> {
        unfinished.write(bytes, from, count);
        if (unfinished.size() > HELD_MAX) {
          beginLine();
        }
      }
    }
  }

  private void finishLine() throws IOException {
    if (rest == Rest.UNKNOWN) {
      beginLine();
    }
    if (rest == Rest.SHOWN) {
      write(LINE_END, 0, 1);
    }
    if (rest != Rest.LEFT_OUT) {
      insideLine = rest == Rest.SHOWN_AS_PART;
    }
    rest = Rest.UNKNOWN;
  }

  private void beginLine() throws IOException {
    byte[] raw = unfinished.toByteArray();
    unfinished = new ByteArrayOutputStream();
    Optional<CriLogLine> parsed = CriLogLine.parse(raw);
    if (parsed.isEmpty() || !isWanted(parsed.get())) {
      rest = Rest.LEFT_OUT;
      if (parsed.isEmpty() && !toldUnsupported) {
        toldUnsupported = true;
        write(UNSUPPORTED, 0, UNSUPPORTED.length);
      }
      return;
    }
    CriLogLine entry = parsed.get();
    rest = entry.partial() ? Rest.SHOWN_AS_PART : Rest.SHOWN;
    if (options.timestamps() && !insideLine) {
      byte[] time = (entry.shownTime() + " ").getBytes(StandardCharsets.UTF_8);
      write(time, 0, time.length);
    }
    write(raw, entry.contentStart(), raw.length - entry.contentStart());
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

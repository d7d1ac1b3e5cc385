package dev.jubelet.volumes.pod;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The log format of the CRI: {@code time stream tags text}, one line each, with tag P where a long
 * line goes on in the next.
 */
final class CriLog {
  // Time, stream and tags of a line, generously.
  private static final int HEAD_MAX = 64;
  // Runtimes split lines at 16 KiB at the latest.
  private static final int LINE_MAX = 16 * 1024;

  private CriLog() {}

  /**
   * How much of a file's end holds so many lines, or so many bytes of text, in nearly all cases.
   */
  static int bytesToRead(int linesMax, int bytesMax) {
    return bytesMax + linesMax * HEAD_MAX + 2 * LINE_MAX;
  }

  /**
   * The text of the last lines.
   *
   * @param end the end of a log; its first line is left out when it may have lost its beginning
   */
  static byte[] text(byte[] end, boolean fromStart, int linesMax, int bytesMax) {
    List<byte[]> lines = lines(end);
    if (!fromStart && !lines.isEmpty()) {
      lines.removeFirst();
    }
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (byte[] line : lines.subList(Math.max(0, lines.size() - linesMax), lines.size())) {
      append(line, text);
    }
    return end(text.toByteArray(), bytesMax);
  }

  private static List<byte[]> lines(byte[] content) {
    List<byte[]> lines = new ArrayList<>();
    int start = 0;
    for (int at = 0; at < content.length; at++) {
      if (content[at] == '\n') {
        lines.add(Arrays.copyOfRange(content, start, at));
        start = at + 1;
      }
    }
    if (start < content.length) {
      lines.add(Arrays.copyOfRange(content, start, content.length));
    }
    return lines;
  }

  private static void append(byte[] line, ByteArrayOutputStream text) {
    int stream = after(line, 0);
    int tags = after(line, stream);
    int message = after(line, tags);
    if (message < 0) {
      // Not a line of this format: a runtime that died while writing leaves such.
      return;
    }
    text.write(line, message, line.length - message);
    if (line[tags] != 'P') {
      text.write('\n');
    }
  }

  /** The place after the next space, or -1. */
  private static int after(byte[] line, int from) {
    if (from < 0) {
      return -1;
    }
    for (int at = from; at < line.length; at++) {
      if (line[at] == ' ') {
        return at + 1;
      }
    }
    return -1;
  }

  /** The last bytes, without the rest of a character that was cut. */
  static byte[] end(byte[] text, int bytesMax) {
    int from = Math.max(0, text.length - bytesMax);
    while (from > 0 && from < text.length && (text[from] & 0xc0) == 0x80) {
      from++;
    }
    return Arrays.copyOfRange(text, from, text.length);
  }

  static String string(byte[] text) {
    return new String(text, StandardCharsets.UTF_8);
  }
}

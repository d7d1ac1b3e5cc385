package dev.jubelet.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/** Reads container logs in the format of CRI: time, stream, tag, text. */
final class FakeLogs {
  private FakeLogs() {}

  static String tail(String log, int linesMax, int bytesMax) {
    List<String> lines = log.lines().map(FakeLogs::text).toList();
    String end =
        String.join("\n", lines.subList(Math.max(0, lines.size() - linesMax), lines.size()));
    return end(end.isEmpty() ? end : end + "\n", bytesMax);
  }

  /** The last bytes of a text. */
  static String end(String text, int bytesMax) {
    byte[] bytes = text.getBytes(UTF_8);
    int from = Math.max(0, bytes.length - bytesMax);
    return new String(bytes, from, bytes.length - from, UTF_8);
  }

  private static String text(String line) {
    String[] parts = line.split(" ", 4);
    return parts.length == 4 ? parts[3] : line;
  }
}

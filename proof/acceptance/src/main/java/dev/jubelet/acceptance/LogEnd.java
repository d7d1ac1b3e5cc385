package dev.jubelet.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a file, for a message. */
public final class LogEnd {
  private LogEnd() {}

  public static String of(Path log, int count) {
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    } catch (IOException e) {
      return "(its log cannot be read: " + e.getMessage() + ")";
    }
  }
}

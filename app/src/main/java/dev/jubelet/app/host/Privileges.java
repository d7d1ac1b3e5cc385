package dev.jubelet.app.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this process may do. */
public final class Privileges {
  private static final Path STATUS = Path.of("/proc/self/status");

  private Privileges() {}

  /** proc(5): the second number is the effective one. */
  public static boolean root() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("Uid:"))
          .anyMatch(line -> line.split("\\s+")[2].equals("0"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

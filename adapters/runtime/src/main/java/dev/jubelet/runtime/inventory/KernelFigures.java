package dev.jubelet.runtime.inventory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Numbers in the kernel's texts. What cannot be read is 0: a figure is no reason to fail. */
public final class KernelFigures {
  private KernelFigures() {}

  /** That of the line which begins with the name. */
  public static long field(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> number(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  public static boolean has(String text, String name) {
    return text.lines().anyMatch(line -> line.startsWith(name + " "));
  }

  public static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException unlimited) {
      return 0;
    }
  }

  /** The whole of a file; empty when there is none. */
  public static String text(Path file) {
    // By a stream: the kernel says that its files are empty.
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }
}

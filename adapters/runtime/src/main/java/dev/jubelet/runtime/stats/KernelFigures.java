package dev.jubelet.runtime.stats;

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

  static boolean has(String text, String name) {
    return text.lines().anyMatch(line -> line.startsWith(name + " "));
  }

  static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException unlimited) {
      return 0;
    }
  }
}

package dev.jubelet.runtime.oci.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * @param type such as {@code RLIMIT_NOFILE}; the numbers are without sign, -1 is no limit
 */
public record Rlimit(String type, long soft, long hard) {
  private static final long UNLIMITED = -1;

  /** By the first words of a line in {@code /proc/PID/limits}. */
  private static final Map<String, String> BY_KERNEL_NAME =
      Map.ofEntries(
          Map.entry("Max cpu time", "CPU"),
          Map.entry("Max file size", "FSIZE"),
          Map.entry("Max data size", "DATA"),
          Map.entry("Max stack size", "STACK"),
          Map.entry("Max core file size", "CORE"),
          Map.entry("Max resident set", "RSS"),
          Map.entry("Max processes", "NPROC"),
          Map.entry("Max open files", "NOFILE"),
          Map.entry("Max locked memory", "MEMLOCK"),
          Map.entry("Max address space", "AS"),
          Map.entry("Max file locks", "LOCKS"),
          Map.entry("Max pending signals", "SIGPENDING"),
          Map.entry("Max msgqueue size", "MSGQUEUE"),
          Map.entry("Max nice priority", "NICE"),
          Map.entry("Max realtime priority", "RTPRIO"),
          Map.entry("Max realtime timeout", "RTTIME"));

  private static final Pattern KERNEL_LINE =
      Pattern.compile("(Max [a-z ]+?) {2,}(\\d+|unlimited) +(\\d+|unlimited)\\b.*");

  /**
   * As podman, CRI-O and docker write it: {@code nofile=1024:4096}. One number is both; -1 and
   * {@code unlimited} are no limit.
   *
   * @throws IllegalArgumentException with a sentence for whoever wrote it
   */
  public static Rlimit parse(String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? "" : text.substring(0, equals).toUpperCase(Locale.ROOT);
    String known = name.startsWith("RLIMIT_") ? name.substring("RLIMIT_".length()) : name;
    if (!BY_KERNEL_NAME.containsValue(known)) {
      throw new IllegalArgumentException(
          "'" + text + "' is no limit: it should look like nofile=1024:4096");
    }
    String[] values = text.substring(equals + 1).split(":", -1);
    long soft = value(values[0], text);
    long hard = values.length == 1 ? soft : value(values[1], text);
    if (values.length > 2 || Long.compareUnsigned(soft, hard) > 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is no limit: it should be SOFT:HARD, and SOFT not above HARD");
    }
    return new Rlimit("RLIMIT_" + known, soft, hard);
  }

  private static long value(String text, String whole) {
    if (text.equals("unlimited") || text.equals("-1")) {
      return UNLIMITED;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException none) {
      // The sentence below serves both.
    }
    throw new IllegalArgumentException(
        "'" + whole + "' is no limit: '" + text + "' is neither a number nor unlimited");
  }

  /** What {@code /proc/PID/limits} says; lines that it does not understand are left out. */
  public static List<Rlimit> ofKernel(String text) {
    List<Rlimit> found = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher words = KERNEL_LINE.matcher(line);
      String name = words.matches() ? BY_KERNEL_NAME.get(words.group(1)) : null;
      if (name != null) {
        found.add(
            new Rlimit("RLIMIT_" + name, value(words.group(2), line), value(words.group(3), line)));
      }
    }
    return found;
  }
}

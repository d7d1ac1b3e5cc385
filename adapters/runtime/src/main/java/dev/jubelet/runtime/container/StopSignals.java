package dev.jubelet.runtime.container;

import java.util.List;
import java.util.Locale;

/** Signals by the names that images and pods use: SIGTERM, TERM, 15, SIGRTMIN+3. */
final class StopSignals {
  static final int TERM = 15;
  static final int KILL = 9;
  private static final int REALTIME_MIN = 34;
  private static final int REALTIME_MAX = 64;
  // signal(7), for all architectures that Java runs on.
  private static final List<String> NAMES =
      List.of(
          "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
          "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU",
          "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS");

  private StopSignals() {}

  /** The number; that of SIGTERM when nobody knows the name. */
  static int number(String name) {
    String word = name.strip().toUpperCase(Locale.ROOT);
    word = word.startsWith("SIG") ? word.substring(3) : word;
    int named = word.isEmpty() ? -1 : NAMES.indexOf(word);
    if (named > 0) {
      return named;
    }
    if (word.startsWith("RTMIN")) {
      return realtime(REALTIME_MIN, word.substring("RTMIN".length()));
    }
    if (word.startsWith("RTMAX")) {
      return realtime(REALTIME_MAX, word.substring("RTMAX".length()));
    }
    return within(word, 1, 0);
  }

  private static int realtime(int base, String offset) {
    return offset.isEmpty() ? base : within(offset.replace("+", ""), REALTIME_MIN, base);
  }

  private static int within(String digits, int least, int base) {
    try {
      int number = base + Integer.parseInt(digits);
      return number >= least && number <= REALTIME_MAX ? number : TERM;
    } catch (NumberFormatException unknown) {
      return TERM;
    }
  }
}

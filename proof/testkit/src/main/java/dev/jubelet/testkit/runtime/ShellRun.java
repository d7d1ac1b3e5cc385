package dev.jubelet.testkit.runtime;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One reading of a shell script, statement by statement, without doing what takes time. */
final class ShellRun {
  private static final Pattern EXIT = Pattern.compile("exit (\\d+)");
  private static final Pattern SLEEP =
      Pattern.compile("(?:/bin/)?sleep (\\d+(?:\\.\\d+)?)( & wait)?");
  private static final Pattern ECHO =
      Pattern.compile("(?:/bin/)?echo (.*?)(?: *(>&2)| *> *(/\\S+))?");
  private static final Pattern CAT = Pattern.compile("(?:/bin/)?cat (/\\S+)");
  private static final Pattern TRAP = Pattern.compile("trap '(?:exit (\\d+))?' TERM");
  private static final Pattern ENDLESS = Pattern.compile("while (?:true|:)");

  private final Map<String, String> files;
  private final StringBuilder stdout = new StringBuilder();
  private final StringBuilder stderr = new StringBuilder();
  private Duration elapsed = Duration.ZERO;
  private int exitCode;
  private @Nullable Integer trap;
  private boolean hearsSignals = true;
  private boolean endless;
  private boolean ended;

  /** {@code files} is read and written. */
  ShellRun(Map<String, String> files) {
    this.files = files;
  }

  /** Whether the statement is one that this reader knows. */
  boolean step(String statement) {
    Matcher m = EXIT.matcher(statement);
    if (m.matches()) {
      exitCode = Integer.parseInt(m.group(1));
      ended = true;
      return true;
    }
    m = SLEEP.matcher(statement);
    if (m.matches()) {
      long millis = new BigDecimal(m.group(1)).movePointRight(3).longValue();
      elapsed = elapsed.plusMillis(millis);
      // A shell runs its trap only when the command in the foreground has ended.
      hearsSignals &= m.group(2) != null;
      exitCode = 0;
      return true;
    }
    m = TRAP.matcher(statement);
    if (m.matches()) {
      trap = m.group(1) == null ? null : Integer.valueOf(m.group(1));
      return true;
    }
    if (ENDLESS.matcher(statement).matches()) {
      endless = true;
      return true;
    }
    return prints(statement);
  }

  private boolean prints(String statement) {
    Matcher m = ECHO.matcher(statement);
    if (m.matches()) {
      String line = m.group(1).replace("'", "") + "\n";
      if (m.group(2) != null) {
        stderr.append(line);
      } else if (m.group(3) != null) {
        files.put(m.group(3), line);
      } else {
        stdout.append(line);
      }
      exitCode = 0;
      return true;
    }
    m = CAT.matcher(statement);
    if (m.matches()) {
      String text = files.get(m.group(1));
      if (text == null) {
        stderr.append("cat: can't open '").append(m.group(1)).append("'\n");
      } else {
        stdout.append(text);
      }
      exitCode = text == null ? 1 : 0;
      return true;
    }
    if (statement.equals("true") || statement.equals("false")) {
      exitCode = statement.equals("true") ? 0 : 1;
      return true;
    }
    return false;
  }

  boolean over() {
    return ended || endless;
  }

  boolean endless() {
    return endless;
  }

  Duration elapsed() {
    return elapsed;
  }

  int exitCode() {
    return exitCode;
  }

  /** The code with which the script answers the stop signal, or null when it does not. */
  @Nullable Integer trappedExit() {
    return hearsSignals ? trap : null;
  }

  String stdout() {
    return stdout.toString();
  }

  String stderr() {
    return stderr.toString();
  }
}

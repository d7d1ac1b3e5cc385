package dev.jubelet.testkit.runtime;

import java.time.Duration;

/** What a command inside a fake container says, and after what time. */
public record ExecAnswer(String stdout, String stderr, int exitCode, Duration took) {
  public static ExecAnswer exit(int code) {
    return new ExecAnswer("", "", code, Duration.ZERO);
  }

  public ExecAnswer after(Duration duration) {
    return new ExecAnswer(stdout, stderr, exitCode, duration);
  }
}

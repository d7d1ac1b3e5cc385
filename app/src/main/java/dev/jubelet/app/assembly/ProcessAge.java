package dev.jubelet.app.assembly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How long ago this process was started, launcher included, since that became us by exec. */
final class ProcessAge {
  private static final long TICKS_PER_SECOND = 100;

  /** proc(5): field 22 of the line; counted after the name, which may contain blanks. */
  private static final int START_AFTER_NAME = 22 - 3;

  private ProcessAge() {}

  // Not ProcessHandle: it reckons from the boot time in whole seconds.
  static Optional<Duration> now() {
    try {
      return Optional.of(
          of(
              Files.readString(Path.of("/proc/self/stat")),
              Files.readString(Path.of("/proc/uptime"))));
    } catch (IOException notTold) {
      return Optional.empty();
    }
  }

  static Duration of(String stat, String uptime) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long startMillis = Long.parseLong(fields[START_AFTER_NAME]) * 1000 / TICKS_PER_SECOND;
    double upSeconds = Double.parseDouble(uptime.split(" ", 2)[0]);
    return Duration.ofMillis(Math.max(0, Math.round(upSeconds * 1000) - startMillis));
  }
}

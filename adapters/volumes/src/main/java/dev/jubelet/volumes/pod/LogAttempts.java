package dev.jubelet.volumes.pod;

import dev.jubelet.linux.file.OpenDirectory;
import dev.jubelet.linux.kernel.Errno;
import dev.jubelet.linux.kernel.LinuxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often containers have run, from the names of their logs: {@code CONTAINER/ATTEMPT.log}. The
 * Go kubelet reads it there too when the runtime has forgotten a container.
 */
final class LogAttempts {
  private static final Pattern LOG = Pattern.compile("(\\d{1,9})\\.log(\\..+)?");

  private LogAttempts() {}

  static Map<String, Integer> in(OpenDirectory logs) {
    Map<String, Integer> attempts = new LinkedHashMap<>();
    for (String container : logs.names()) {
      try (OpenDirectory directory = logs.child(container)) {
        highest(directory).ifPresent(attempt -> attempts.put(container, attempt));
      } catch (LinuxException refused) {
        // Whatever is not a directory, or is gone by now, is not the log of a container.
        if (refused.errno() != Errno.ENOENT
            && refused.errno() != Errno.ENOTDIR
            && refused.errno() != Errno.ELOOP) {
          throw refused;
        }
      }
    }
    return attempts;
  }

  private static OptionalInt highest(OpenDirectory directory) {
    return directory.names().stream()
        .map(LOG::matcher)
        .filter(Matcher::matches)
        .mapToInt(log -> Integer.parseInt(log.group(1)))
        .max();
  }
}

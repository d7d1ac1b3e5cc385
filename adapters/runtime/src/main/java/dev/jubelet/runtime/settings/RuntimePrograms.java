package dev.jubelet.runtime.settings;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * The programs that the runtime calls.
 *
 * @param conmon the monitor of each container
 * @param pause a program that does nothing when called with {@code -P}: the first process of a pod
 *     that shares its processes
 * @param handlers OCI runtimes, as runtime classes name them
 * @param defaultHandler a key of {@code handlers}; what an empty handler means
 */
public record RuntimePrograms(
    Path conmon, Path pause, String defaultHandler, Map<String, Path> handlers) {
  public RuntimePrograms {
    handlers = Map.copyOf(handlers);
    if (!handlers.containsKey(defaultHandler)) {
      throw new IllegalArgumentException(
          "the default handler " + defaultHandler + " is not among " + handlers.keySet());
    }
  }

  public Path defaultProgram() {
    return Objects.requireNonNull(handlers.get(defaultHandler));
  }
}

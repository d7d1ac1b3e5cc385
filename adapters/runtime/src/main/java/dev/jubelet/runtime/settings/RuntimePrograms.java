package dev.jubelet.runtime.settings;

import java.nio.file.Path;
import java.util.Map;

/**
 * The programs that the runtime calls.
 *
 * @param conmon the monitor of each container
 * @param pause a program that does nothing when called with {@code -P}: the first process of a pod
 *     that shares its processes
 * @param defaultHandler a key of {@code handlers}; what an empty handler means
 */
public record RuntimePrograms(
    Path conmon, Path pause, String defaultHandler, Map<String, OciHandler> handlers) {
  public RuntimePrograms {
    handlers = Map.copyOf(handlers);
    if (!handlers.containsKey(defaultHandler)) {
      throw new IllegalArgumentException(
          "the default handler " + defaultHandler + " is not among " + handlers.keySet());
    }
  }
}

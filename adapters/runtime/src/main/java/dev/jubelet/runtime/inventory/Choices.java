package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.CgroupDriver;
import java.nio.file.Path;

/**
 * What of the settings concerns single sandboxes and containers.
 *
 * @param root where records are
 * @param pause the program that keeps namespaces
 * @param seccompProfiles the directory beneath which localhost profiles without a full path are
 */
public record Choices(
    Path root, Path pause, String defaultHandler, CgroupDriver cgroupDriver, Path seccompProfiles) {
  /** CRI: an empty handler means the default one. */
  public String handlerName(String asked) {
    return asked.isEmpty() ? defaultHandler : asked;
  }
}

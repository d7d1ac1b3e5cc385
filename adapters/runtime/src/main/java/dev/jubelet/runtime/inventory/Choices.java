package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.runtime.oci.Rlimit;
import java.nio.file.Path;
import java.util.List;

/**
 * What of the settings concerns single sandboxes and containers.
 *
 * @param root where records are
 * @param pause the program that keeps namespaces
 * @param seccompProfiles the directory beneath which localhost profiles without a full path are
 * @param ulimits of every container
 */
public record Choices(
    Path root,
    Path pause,
    String defaultHandler,
    CgroupDriver cgroupDriver,
    Path seccompProfiles,
    List<Rlimit> ulimits) {
  public Choices {
    ulimits = List.copyOf(ulimits);
  }

  /** CRI: an empty handler means the default one. */
  public String handlerName(String asked) {
    return asked.isEmpty() ? defaultHandler : asked;
  }
}

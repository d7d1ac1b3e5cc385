package dev.jubelet.runtime;

import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.runtime.oci.Rlimit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * @param root what must outlive a reboot: records and bundles
 * @param run what must not: pinned namespaces, sockets, exit files; on a tmpfs where there is one
 * @param conmon the monitor of each container
 * @param pause a program that does nothing when called with {@code -P}: the first process of a pod
 *     that shares its processes
 * @param defaultHandler a key of {@code handlers}; what an empty handler means
 * @param seccompProfiles the directory beneath which localhost profiles without a full path are
 * @param ulimits of every container; what is not among them is inherited from us
 */
public record RuntimeSettings(
    Path root,
    Path run,
    Path conmon,
    Path pause,
    String defaultHandler,
    Map<String, OciHandler> handlers,
    CgroupDriver cgroupDriver,
    Path seccompProfiles,
    List<Rlimit> ulimits) {
  public RuntimeSettings {
    handlers = Map.copyOf(handlers);
    ulimits = List.copyOf(ulimits);
    if (!handlers.containsKey(defaultHandler)) {
      throw new IllegalArgumentException(
          "the default handler " + defaultHandler + " is not among " + handlers.keySet());
    }
  }
}

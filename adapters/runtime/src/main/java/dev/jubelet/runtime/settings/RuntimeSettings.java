package dev.jubelet.runtime.settings;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.runtime.oci.input.Rlimit;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;

/**
 * @param root what must outlive a reboot: records and bundles; one process works in it at a time
 * @param run what must not: pinned namespaces, sockets, exit files; short, since sockets lie in it,
 *     and on a tmpfs where there is one
 * @param seccompProfiles the directory beneath which localhost profiles without a full path are
 * @param ulimits of every container; what is not among them is inherited from us
 */
@RecordBuilder
public record RuntimeSettings(
    Path root, Path run, CgroupDriver cgroupDriver, Path seccompProfiles, List<Rlimit> ulimits) {
  public RuntimeSettings {
    ulimits = List.copyOf(ulimits);
  }
}

package dev.jubelet.runtime.oci;

import dev.jubelet.model.runtime.config.CgroupDriver;

/** Where a container's cgroup is, in the words that OCI runtimes understand. */
public final class CgroupsPath {
  /** What units are called for systemd, before the container's id. */
  public static final String PREFIX = "cri-jubelet";

  private CgroupsPath() {}

  /**
   * @param parent of CRI: a path for cgroupfs; for systemd the name of a slice, or a path whose
   *     last part is one; empty for the top
   */
  public static String of(CgroupDriver driver, String parent, String id) {
    String path = parent.replaceAll("^/+|/+$", "");
    return switch (driver) {
      case CGROUPFS -> path.isEmpty() ? "/" + id : "/" + path + "/" + id;
      case SYSTEMD -> {
        String slice = path.substring(path.lastIndexOf('/') + 1);
        yield (slice.isEmpty() ? "system.slice" : slice) + ":" + PREFIX + ":" + id;
      }
    };
  }
}

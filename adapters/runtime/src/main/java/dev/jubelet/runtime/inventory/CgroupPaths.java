package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.state.ContainerRecord;

/** Where cgroups are in the tree, whoever made them. */
public final class CgroupPaths {
  private static final String SLICE = ".slice";

  /** What units are called for systemd, before the container's id. */
  private static final String PREFIX = "cri-jubelet";

  private CgroupPaths() {}

  /**
   * Where a container's cgroup is to be, in the words that OCI runtimes understand.
   *
   * @param parent of CRI: a path for cgroupfs; for systemd the name of a slice, or a path whose
   *     last part is one; empty for the top
   */
  public static String forOci(CgroupDriver driver, String parent, String id) {
    String path = parent.replaceAll("^/+|/+$", "");
    return switch (driver) {
      case CGROUPFS -> path.isEmpty() ? "/" + id : "/" + path + "/" + id;
      case SYSTEMD -> {
        String slice = path.substring(path.lastIndexOf('/') + 1);
        yield (slice.isEmpty() ? "system.slice" : slice) + ":" + PREFIX + ":" + id;
      }
    };
  }

  public static String of(RuntimeContext context, ContainerRecord record) {
    String parent =
        context
            .inventory()
            .sandbox(record.sandbox())
            .map(sandbox -> pod(context, sandbox.record().config()))
            .orElse("");
    return switch (context.settings().cgroupDriver()) {
      case CGROUPFS -> parent + "/" + record.id();
      case SYSTEMD -> parent + "/" + PREFIX + "-" + record.id() + ".scope";
    };
  }

  /** That of a pod, which all of its containers are in. */
  public static String pod(RuntimeContext context, SandboxConfig config) {
    String parent = context.cgroupParent(config);
    return context.settings().cgroupDriver() == CgroupDriver.CGROUPFS
        ? parent
        : slices(parent.isEmpty() ? "system.slice" : parent);
  }

  /** systemd.slice(5): a hyphen in the name of a slice says that it is inside of another. */
  static String slices(String parent) {
    String name = parent.substring(parent.lastIndexOf('/') + 1);
    if (!name.endsWith(SLICE)) {
      return parent;
    }
    StringBuilder path = new StringBuilder();
    String stem = name.substring(0, name.length() - SLICE.length());
    for (int dash = stem.indexOf('-'); dash >= 0; dash = stem.indexOf('-', dash + 1)) {
      path.append('/').append(stem, 0, dash).append(SLICE);
    }
    return path.append('/').append(name).toString();
  }
}

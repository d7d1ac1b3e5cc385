package dev.jubelet.runtime.inventory;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.oci.CgroupsPath;
import dev.jubelet.runtime.state.ContainerRecord;

/** Where cgroups are in the tree, whoever made them. */
public final class CgroupPaths {
  private static final String SLICE = ".slice";

  private CgroupPaths() {}

  public static String of(RuntimeContext context, ContainerRecord record) {
    String parent =
        context
            .inventory()
            .sandbox(record.sandbox())
            .map(sandbox -> pod(context, sandbox.record().config()))
            .orElse("");
    return switch (context.settings().cgroupDriver()) {
      case CGROUPFS -> parent + "/" + record.id();
      case SYSTEMD -> parent + "/" + CgroupsPath.PREFIX + "-" + record.id() + ".scope";
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

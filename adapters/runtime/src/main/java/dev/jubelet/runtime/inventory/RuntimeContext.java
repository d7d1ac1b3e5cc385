package dev.jubelet.runtime.inventory;

import dev.jubelet.linux.cgroup.CgroupBranch;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.runtime.monitor.Conmon;
import dev.jubelet.runtime.monitor.OciPrograms;
import dev.jubelet.runtime.settings.RuntimeSettings;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What sandboxes and containers have in common.
 *
 * @param boot which boot of the machine this is
 */
public record RuntimeContext(
    RuntimeSettings settings,
    RunDirectories places,
    RuntimeInventory inventory,
    OciPrograms programs,
    CgroupBranch cgroups,
    MachineCapabilities machine,
    RuntimeJournal journal,
    String boot) {
  /** The cgroup parent of pods for which CRI names none. */
  private static final String DEFAULT_PARENT = "/jubelet";

  public Conmon conmon() {
    return programs.conmon();
  }

  /** Where the cgroups of a pod's containers are, for cgroupfs from the mounts of hierarchies. */
  public String cgroupParent(SandboxConfig config) {
    if (!config.cgroupParent().isEmpty()) {
      return config.cgroupParent();
    }
    return settings.cgroupDriver() == CgroupDriver.CGROUPFS ? DEFAULT_PARENT : "";
  }

  /** Where the cgroup of a pod's container is, in the words of OCI runtimes. */
  public String cgroupsPath(SandboxConfig pod, String id) {
    return CgroupPaths.forOci(settings.cgroupDriver(), cgroupParent(pod), id);
  }

  /** The pod's own categories, which all its containers have; empty without SELinux. */
  public String selinuxLevel(String sandbox, SandboxConfig pod) throws IOException {
    return machine.facts().security().selinux()
        ? places.selinuxLevels().of(sandbox, pod.uid())
        : "";
  }

  /** Where a container's own things are on the disk, beside its root. */
  public Path containerPlace(String id) {
    return settings.root().resolve("containers").resolve(id);
  }
}

package dev.jubelet.decide.resources;

import java.util.List;

/**
 * What the machine and its runtime can do, as far as it changes what containers are given.
 *
 * @param unifiedCgroups cgroup v2 only
 * @param swapController containers can be kept from swapping
 * @param hugepageSizes as the kernel names them in cgroups, such as {@code 2MB}
 * @param maskedPaths what is hidden beside Kubernetes' own list: the {@code thermal_throttle}
 *     directories of the CPUs that have one
 */
public record MachineFacts(
    boolean unifiedCgroups,
    boolean swapController,
    boolean selinux,
    boolean recursiveReadOnlyMounts,
    List<String> hugepageSizes,
    List<String> maskedPaths) {
  public MachineFacts {
    hugepageSizes = List.copyOf(hugepageSizes);
    maskedPaths = List.copyOf(maskedPaths);
  }
}

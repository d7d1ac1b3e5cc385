package dev.jubelet.decide.resources;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.RuntimeFeatures;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the machine and its runtime can do, as far as it changes what containers are given.
 *
 * @param unifiedCgroups cgroup v2 only
 * @param apparmor whether the kernel can hold a container to an AppArmor profile
 * @param runtime what the container runtime can do
 * @param swapController containers can be kept from swapping
 * @param swapBytes what the machine has to swap to
 * @param hugepageSizes as the kernel names them in cgroups, such as {@code 2MB}
 * @param maskedPaths what is hidden beside Kubernetes' own list: the {@code thermal_throttle}
 *     directories of the CPUs that have one
 */
public record MachineFacts(
    boolean unifiedCgroups,
    boolean swapController,
    boolean selinux,
    boolean apparmor,
    RuntimeFeatures runtime,
    List<String> hugepageSizes,
    List<String> maskedPaths,
    long swapBytes) {
  /** A machine with AppArmor and a runtime of which only the default handler is asked for. */
  public MachineFacts(
      boolean unifiedCgroups,
      boolean swapController,
      boolean selinux,
      boolean recursiveReadOnlyMounts,
      List<String> hugepageSizes,
      List<String> maskedPaths) {
    this(
        unifiedCgroups,
        swapController,
        selinux,
        true,
        new RuntimeFeatures(
            Map.of("", new RuntimeFeatures.Handler(recursiveReadOnlyMounts, false)), true),
        hugepageSizes,
        maskedPaths,
        0);
  }

  public MachineFacts {
    hugepageSizes = List.copyOf(hugepageSizes);
    maskedPaths = List.copyOf(maskedPaths);
  }

  /** What the runtime can do for a pod, by the handler that the pod asks for. */
  public RuntimeFeatures.Handler handlerOf(Pod pod) {
    return runtime.handler(Objects.requireNonNullElse(pod.spec().runtimeClassName(), ""));
  }
}

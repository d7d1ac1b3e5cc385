package dev.jubelet.runtime.oci.input;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What the node allows and has.
 *
 * @param oomScoreAdj our own, below which nobody goes without CAP_SYS_RESOURCE
 * @param capabilities that we have ourselves, and so can give; see {@code SpecCapabilities#named}
 * @param architecture as the kernel calls it, such as {@code x86_64}
 * @param kernel its version, such as {@code 6.1.0-13-amd64}
 * @param devices all device files of the node, for privileged containers and those that name one
 */
@RecordBuilder
public record HostFacts(
    Cgroups cgroups,
    SecurityModules security,
    int oomScoreAdj,
    List<String> capabilities,
    Limits limits,
    String architecture,
    String kernel,
    List<HostDevice> devices) {
  /**
   * @param unified whether version 2 has all controllers
   * @param swapAccounting whether the memory controller counts swap
   */
  public record Cgroups(boolean unified, boolean hugetlb, boolean swapAccounting) {}

  /**
   * @param appArmorDefault the profile of containers that name none; empty when none is loaded
   */
  public record SecurityModules(
      boolean seccomp, boolean appArmor, String appArmorDefault, boolean selinux) {}

  /**
   * @param rlimits of runtime settings; none to inherit ours
   * @param current ours, which nobody exceeds without CAP_SYS_RESOURCE
   */
  public record Limits(List<Rlimit> rlimits, List<Rlimit> current) {
    public static final Limits NONE = new Limits(List.of(), List.of());
  }

  public HostFacts {
    capabilities = List.copyOf(capabilities);
    devices = List.copyOf(devices);
  }

  public boolean mayRaiseLimits() {
    return capabilities.contains("CAP_SYS_RESOURCE");
  }
}

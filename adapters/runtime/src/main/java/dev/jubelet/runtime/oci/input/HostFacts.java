package dev.jubelet.runtime.oci.input;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * What the node allows and has.
 *
 * @param oomScoreAdj our own, below which nobody goes without CAP_SYS_RESOURCE
 * @param capabilities that we have ourselves, and so can give; see {@code SpecCapabilities#named}
 * @param appArmor the profile for {@code RuntimeDefault}, loaded already; empty without AppArmor or
 *     without such a profile
 * @param swapAccounting whether the memory controller counts swap
 * @param architecture as the kernel calls it, such as {@code x86_64}
 * @param kernel its version, such as {@code 6.1.0-13-amd64}
 * @param devices all device files of the node, for privileged containers and those that name one
 */
@RecordBuilder
public record HostFacts(
    CgroupLayout cgroups,
    int oomScoreAdj,
    List<String> capabilities,
    boolean seccomp,
    boolean appArmorEnabled,
    Optional<String> appArmor,
    boolean selinux,
    boolean hugetlb,
    boolean swapAccounting,
    String architecture,
    String kernel,
    List<HostDevice> devices) {
  public enum CgroupLayout {
    V1,
    HYBRID,
    V2
  }

  public HostFacts {
    capabilities = List.copyOf(capabilities);
    devices = List.copyOf(devices);
  }

  public boolean mayRaiseLimits() {
    return capabilities.contains("CAP_SYS_RESOURCE");
  }
}

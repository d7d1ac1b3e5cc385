package dev.jubelet.model.security;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record PodSecurityContext(
    @Nullable SelinuxOptions seLinuxOptions,
    @Nullable WindowsSecurityContextOptions windowsOptions,
    @Nullable Long runAsUser,
    @Nullable Long runAsGroup,
    @Nullable Boolean runAsNonRoot,
    List<Long> supplementalGroups,
    @Nullable SupplementalGroupsPolicy supplementalGroupsPolicy,
    @Nullable Long fsGroup,
    List<Sysctl> sysctls,
    @Nullable PodFsGroupChangePolicy fsGroupChangePolicy,
    @Nullable SeccompProfile seccompProfile,
    @Nullable AppArmorProfile appArmorProfile,
    @Nullable PodSelinuxChangePolicy seLinuxChangePolicy) {
  public static final PodSecurityContext NONE =
      new PodSecurityContext(
          null, null, null, null, null, List.of(), null, null, List.of(), null, null, null, null);

  public PodSecurityContext {
    supplementalGroups = List.copyOf(supplementalGroups);
    sysctls = List.copyOf(sysctls);
  }
}

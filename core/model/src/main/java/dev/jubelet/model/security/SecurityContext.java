package dev.jubelet.model.security;

import org.jspecify.annotations.Nullable;

public record SecurityContext(
    @Nullable Capabilities capabilities,
    @Nullable Boolean privileged,
    @Nullable SelinuxOptions seLinuxOptions,
    @Nullable WindowsSecurityContextOptions windowsOptions,
    @Nullable Long runAsUser,
    @Nullable Long runAsGroup,
    @Nullable Boolean runAsNonRoot,
    @Nullable Boolean readOnlyRootFilesystem,
    @Nullable Boolean allowPrivilegeEscalation,
    @Nullable ProcMountType procMount,
    @Nullable SeccompProfile seccompProfile,
    @Nullable AppArmorProfile appArmorProfile) {
  public static final SecurityContext NONE =
      new SecurityContext(null, null, null, null, null, null, null, null, null, null, null, null);
}

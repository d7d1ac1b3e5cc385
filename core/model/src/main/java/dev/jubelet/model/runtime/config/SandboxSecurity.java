package dev.jubelet.model.runtime.config;

import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record SandboxSecurity(
    NamespaceOptions namespaces,
    @Nullable SelinuxOptions selinux,
    @Nullable Long runAsUser,
    @Nullable Long runAsGroup,
    boolean readOnlyRoot,
    List<Long> supplementalGroups,
    @Nullable SupplementalGroupsPolicy supplementalGroupsPolicy,
    boolean privileged,
    @Nullable SecurityProfile seccomp,
    @Nullable SecurityProfile apparmor) {
  public SandboxSecurity {
    supplementalGroups = List.copyOf(supplementalGroups);
  }
}

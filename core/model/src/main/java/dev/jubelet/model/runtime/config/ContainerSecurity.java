package dev.jubelet.model.runtime.config;

import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record ContainerSecurity(
    List<String> addedCapabilities,
    List<String> droppedCapabilities,
    boolean privileged,
    NamespaceOptions namespaces,
    @Nullable SelinuxOptions selinux,
    @Nullable Long runAsUser,
    @Nullable Long runAsGroup,
    String runAsUsername,
    boolean readOnlyRoot,
    List<Long> supplementalGroups,
    @Nullable SupplementalGroupsPolicy supplementalGroupsPolicy,
    boolean noNewPrivileges,
    List<String> maskedPaths,
    List<String> readOnlyPaths,
    @Nullable SecurityProfile seccomp,
    @Nullable SecurityProfile apparmor) {
  public ContainerSecurity {
    addedCapabilities = List.copyOf(addedCapabilities);
    droppedCapabilities = List.copyOf(droppedCapabilities);
    supplementalGroups = List.copyOf(supplementalGroups);
    maskedPaths = List.copyOf(maskedPaths);
    readOnlyPaths = List.copyOf(readOnlyPaths);
  }
}

package dev.jubelet.cri.messages;

import dev.jubelet.cri.wire.Capability;
import dev.jubelet.cri.wire.Int64Value;
import dev.jubelet.cri.wire.LinuxContainerSecurityContext;
import dev.jubelet.cri.wire.LinuxSandboxSecurityContext;
import dev.jubelet.cri.wire.SELinuxOption;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who a container is and what it may do. */
final class SecurityMessages {
  private SecurityMessages() {}

  static LinuxSandboxSecurityContext sandbox(SandboxSecurity security) {
    LinuxSandboxSecurityContext.Builder wire =
        LinuxSandboxSecurityContext.newBuilder()
            .setNamespaceOptions(NamespaceMessages.namespaces(security.namespaces()))
            .setReadonlyRootfs(security.readOnlyRoot())
            .addAllSupplementalGroups(security.supplementalGroups())
            .setSupplementalGroupsPolicy(groupsPolicy(security.supplementalGroupsPolicy()))
            .setPrivileged(security.privileged());
    ifGiven(security.selinux(), selinux -> wire.setSelinuxOptions(selinux(selinux)));
    ifGiven(security.runAsUser(), user -> wire.setRunAsUser(number(user)));
    ifGiven(security.runAsGroup(), group -> wire.setRunAsGroup(number(group)));
    ifGiven(security.seccomp(), profile -> wire.setSeccomp(ProfileMessages.profile(profile)));
    ifGiven(security.apparmor(), profile -> wire.setApparmor(ProfileMessages.profile(profile)));
    return wire.build();
  }

  static SandboxSecurity sandbox(LinuxSandboxSecurityContext wire) {
    return new SandboxSecurity(
        NamespaceMessages.namespaces(wire.getNamespaceOptions()),
        wire.hasSelinuxOptions() ? selinux(wire.getSelinuxOptions()) : null,
        wire.hasRunAsUser() ? (Long) wire.getRunAsUser().getValue() : null,
        wire.hasRunAsGroup() ? (Long) wire.getRunAsGroup().getValue() : null,
        wire.getReadonlyRootfs(),
        wire.getSupplementalGroupsList(),
        groupsPolicy(wire.getSupplementalGroupsPolicy()),
        wire.getPrivileged(),
        ProfileMessages.profile(
            wire.hasSeccomp(), wire.getSeccomp(), "seccomp", wire.getSeccompProfilePath()),
        ProfileMessages.profile(wire.hasApparmor(), wire.getApparmor(), "apparmor", ""));
  }

  static LinuxContainerSecurityContext container(ContainerSecurity security) {
    LinuxContainerSecurityContext.Builder wire =
        LinuxContainerSecurityContext.newBuilder()
            .setCapabilities(
                Capability.newBuilder()
                    .addAllAddCapabilities(security.addedCapabilities())
                    .addAllDropCapabilities(security.droppedCapabilities()))
            .setPrivileged(security.privileged())
            .setNamespaceOptions(NamespaceMessages.namespaces(security.namespaces()))
            .setRunAsUsername(security.runAsUsername())
            .setReadonlyRootfs(security.readOnlyRoot())
            .addAllSupplementalGroups(security.supplementalGroups())
            .setSupplementalGroupsPolicy(groupsPolicy(security.supplementalGroupsPolicy()))
            .setNoNewPrivs(security.noNewPrivileges())
            .addAllMaskedPaths(security.maskedPaths())
            .addAllReadonlyPaths(security.readOnlyPaths());
    ifGiven(security.selinux(), selinux -> wire.setSelinuxOptions(selinux(selinux)));
    ifGiven(security.runAsUser(), user -> wire.setRunAsUser(number(user)));
    ifGiven(security.runAsGroup(), group -> wire.setRunAsGroup(number(group)));
    ifGiven(security.seccomp(), profile -> wire.setSeccomp(ProfileMessages.profile(profile)));
    // Older runtimes read only the one-word form.
    ifGiven(
        security.apparmor(),
        profile ->
            wire.setApparmor(ProfileMessages.profile(profile))
                .setApparmorProfile(ProfileMessages.inOneWord(profile)));
    return wire.build();
  }

  static ContainerSecurity container(LinuxContainerSecurityContext wire) {
    return new ContainerSecurity(
        wire.getCapabilities().getAddCapabilitiesList(),
        wire.getCapabilities().getDropCapabilitiesList(),
        wire.getPrivileged(),
        NamespaceMessages.namespaces(wire.getNamespaceOptions()),
        wire.hasSelinuxOptions() ? selinux(wire.getSelinuxOptions()) : null,
        wire.hasRunAsUser() ? (Long) wire.getRunAsUser().getValue() : null,
        wire.hasRunAsGroup() ? (Long) wire.getRunAsGroup().getValue() : null,
        wire.getRunAsUsername(),
        wire.getReadonlyRootfs(),
        wire.getSupplementalGroupsList(),
        groupsPolicy(wire.getSupplementalGroupsPolicy()),
        wire.getNoNewPrivs(),
        wire.getMaskedPathsList(),
        wire.getReadonlyPathsList(),
        ProfileMessages.profile(
            wire.hasSeccomp(), wire.getSeccomp(), "seccomp", wire.getSeccompProfilePath()),
        ProfileMessages.profile(
            wire.hasApparmor(), wire.getApparmor(), "apparmor", wire.getApparmorProfile()));
  }

  private static <T> void ifGiven(@Nullable T value, Consumer<T> tell) {
    if (value != null) {
      tell.accept(value);
    }
  }

  private static dev.jubelet.cri.wire.SupplementalGroupsPolicy groupsPolicy(
      @Nullable SupplementalGroupsPolicy policy) {
    return switch (policy) {
      case STRICT -> dev.jubelet.cri.wire.SupplementalGroupsPolicy.Strict;
      case MERGE -> dev.jubelet.cri.wire.SupplementalGroupsPolicy.Merge;
      case null -> dev.jubelet.cri.wire.SupplementalGroupsPolicy.Merge;
    };
  }

  private static SupplementalGroupsPolicy groupsPolicy(
      dev.jubelet.cri.wire.SupplementalGroupsPolicy wire) {
    return switch (wire) {
      case Strict -> SupplementalGroupsPolicy.STRICT;
      case Merge, UNRECOGNIZED -> SupplementalGroupsPolicy.MERGE;
    };
  }

  private static SELinuxOption selinux(SelinuxOptions options) {
    return SELinuxOption.newBuilder()
        .setUser(options.user())
        .setRole(options.role())
        .setType(options.type())
        .setLevel(options.level())
        .build();
  }

  private static SelinuxOptions selinux(SELinuxOption wire) {
    return new SelinuxOptions(wire.getUser(), wire.getRole(), wire.getType(), wire.getLevel());
  }

  private static Int64Value number(long value) {
    return Int64Value.newBuilder().setValue(value).build();
  }
}

package dev.jubelet.cri;

import dev.jubelet.cri.wire.Capability;
import dev.jubelet.cri.wire.IDMapping;
import dev.jubelet.cri.wire.Int64Value;
import dev.jubelet.cri.wire.LinuxContainerSecurityContext;
import dev.jubelet.cri.wire.LinuxSandboxSecurityContext;
import dev.jubelet.cri.wire.NamespaceMode;
import dev.jubelet.cri.wire.NamespaceOption;
import dev.jubelet.cri.wire.SELinuxOption;
import dev.jubelet.cri.wire.UserNamespace;
import dev.jubelet.model.runtime.ContainerSecurity;
import dev.jubelet.model.runtime.NamespaceOptions;
import dev.jubelet.model.runtime.SandboxSecurity;
import dev.jubelet.model.runtime.SecurityProfile;
import dev.jubelet.model.security.SelinuxOptions;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import org.jspecify.annotations.Nullable;

/** Who a container is and what it may do. */
final class SecurityMessages {
  private SecurityMessages() {}

  static LinuxSandboxSecurityContext sandbox(SandboxSecurity security) {
    LinuxSandboxSecurityContext.Builder wire =
        LinuxSandboxSecurityContext.newBuilder()
            .setNamespaceOptions(namespaces(security.namespaces()))
            .setReadonlyRootfs(security.readOnlyRoot())
            .addAllSupplementalGroups(security.supplementalGroups())
            .setSupplementalGroupsPolicy(groupsPolicy(security.supplementalGroupsPolicy()))
            .setPrivileged(security.privileged());
    SelinuxOptions selinux = security.selinux();
    if (selinux != null) {
      wire.setSelinuxOptions(selinux(selinux));
    }
    Long user = security.runAsUser();
    if (user != null) {
      wire.setRunAsUser(number(user));
    }
    Long group = security.runAsGroup();
    if (group != null) {
      wire.setRunAsGroup(number(group));
    }
    SecurityProfile seccomp = security.seccomp();
    if (seccomp != null) {
      wire.setSeccomp(profile(seccomp));
    }
    SecurityProfile apparmor = security.apparmor();
    if (apparmor != null) {
      wire.setApparmor(profile(apparmor));
    }
    return wire.build();
  }

  static LinuxContainerSecurityContext container(ContainerSecurity security) {
    LinuxContainerSecurityContext.Builder wire =
        LinuxContainerSecurityContext.newBuilder()
            .setCapabilities(
                Capability.newBuilder()
                    .addAllAddCapabilities(security.addedCapabilities())
                    .addAllDropCapabilities(security.droppedCapabilities()))
            .setPrivileged(security.privileged())
            .setNamespaceOptions(namespaces(security.namespaces()))
            .setRunAsUsername(security.runAsUsername())
            .setReadonlyRootfs(security.readOnlyRoot())
            .addAllSupplementalGroups(security.supplementalGroups())
            .setSupplementalGroupsPolicy(groupsPolicy(security.supplementalGroupsPolicy()))
            .setNoNewPrivs(security.noNewPrivileges())
            .addAllMaskedPaths(security.maskedPaths())
            .addAllReadonlyPaths(security.readOnlyPaths());
    SelinuxOptions selinux = security.selinux();
    if (selinux != null) {
      wire.setSelinuxOptions(selinux(selinux));
    }
    Long user = security.runAsUser();
    if (user != null) {
      wire.setRunAsUser(number(user));
    }
    Long group = security.runAsGroup();
    if (group != null) {
      wire.setRunAsGroup(number(group));
    }
    SecurityProfile seccomp = security.seccomp();
    if (seccomp != null) {
      wire.setSeccomp(profile(seccomp));
    }
    SecurityProfile apparmor = security.apparmor();
    if (apparmor != null) {
      // Older runtimes read only the one-word form.
      wire.setApparmor(profile(apparmor)).setApparmorProfile(inOneWord(apparmor));
    }
    return wire.build();
  }

  private static NamespaceOption namespaces(NamespaceOptions options) {
    NamespaceOption.Builder wire =
        NamespaceOption.newBuilder()
            .setNetwork(mode(options.network()))
            .setPid(mode(options.pid()))
            .setIpc(mode(options.ipc()))
            .setTargetId(options.targetId());
    NamespaceOptions.UserNamespace user = options.user();
    if (user != null) {
      UserNamespace.Builder namespace = UserNamespace.newBuilder().setMode(mode(user.mode()));
      user.uids().forEach(mapping -> namespace.addUids(mapping(mapping)));
      user.gids().forEach(mapping -> namespace.addGids(mapping(mapping)));
      wire.setUsernsOptions(namespace);
    }
    return wire.build();
  }

  static IDMapping mapping(NamespaceOptions.IdMapping mapping) {
    return IDMapping.newBuilder()
        .setHostId(mapping.hostId())
        .setContainerId(mapping.containerId())
        .setLength(mapping.length())
        .build();
  }

  private static NamespaceMode mode(NamespaceOptions.Mode mode) {
    return switch (mode) {
      case POD -> NamespaceMode.POD;
      case CONTAINER -> NamespaceMode.CONTAINER;
      case NODE -> NamespaceMode.NODE;
      case TARGET -> NamespaceMode.TARGET;
    };
  }

  static NamespaceOptions.Mode mode(NamespaceMode mode) {
    return switch (mode) {
      case POD, UNRECOGNIZED -> NamespaceOptions.Mode.POD;
      case CONTAINER -> NamespaceOptions.Mode.CONTAINER;
      case NODE -> NamespaceOptions.Mode.NODE;
      case TARGET -> NamespaceOptions.Mode.TARGET;
    };
  }

  private static dev.jubelet.cri.wire.SupplementalGroupsPolicy groupsPolicy(
      @Nullable SupplementalGroupsPolicy policy) {
    return switch (policy) {
      case STRICT -> dev.jubelet.cri.wire.SupplementalGroupsPolicy.Strict;
      case MERGE -> dev.jubelet.cri.wire.SupplementalGroupsPolicy.Merge;
      case null -> dev.jubelet.cri.wire.SupplementalGroupsPolicy.Merge;
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

  private static dev.jubelet.cri.wire.SecurityProfile profile(SecurityProfile profile) {
    return dev.jubelet.cri.wire.SecurityProfile.newBuilder()
        .setProfileType(
            switch (profile.kind()) {
              case RUNTIME_DEFAULT ->
                  dev.jubelet.cri.wire.SecurityProfile.ProfileType.RuntimeDefault;
              case UNCONFINED -> dev.jubelet.cri.wire.SecurityProfile.ProfileType.Unconfined;
              case LOCALHOST -> dev.jubelet.cri.wire.SecurityProfile.ProfileType.Localhost;
            })
        .setLocalhostRef(profile.localhostRef())
        .build();
  }

  private static String inOneWord(SecurityProfile profile) {
    return switch (profile.kind()) {
      case RUNTIME_DEFAULT -> "runtime/default";
      case UNCONFINED -> "unconfined";
      case LOCALHOST -> "localhost/" + profile.localhostRef();
    };
  }

  private static Int64Value number(long value) {
    return Int64Value.newBuilder().setValue(value).build();
  }
}

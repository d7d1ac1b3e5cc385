package dev.jubelet.codec.rules;

import dev.jubelet.model.pod.OsName;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.security.AppArmorProfile;
import dev.jubelet.model.security.AppArmorProfileType;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.ProcMountType;
import dev.jubelet.model.security.SeccompProfile;
import dev.jubelet.model.security.SeccompProfileType;
import dev.jubelet.model.security.SecurityContext;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Identities, profiles and kernel settings. */
final class SecurityRules {
  private SecurityRules() {}

  static void pod(PodSpec spec, FieldCheck at) {
    if (spec.hostPID() && Boolean.TRUE.equals(spec.shareProcessNamespace())) {
      at.child("shareProcessNamespace").invalid(true, "not together with hostPID");
    }
    if (spec.os() != null && spec.os().name() == OsName.WINDOWS) {
      at.child("os", "name").invalid("windows", "this node runs Linux");
    }
    if (Boolean.FALSE.equals(spec.hostUsers())) {
      String why = "not together with hostUsers: false";
      at.child("hostPID").forbidIf(spec.hostPID(), why);
      at.child("hostIPC").forbidIf(spec.hostIPC(), why);
      at.child("hostNetwork").forbidIf(spec.hostNetwork(), why);
    }
    if (spec.securityContext() != null) {
      context(spec, spec.securityContext(), at.child("securityContext"));
    }
  }

  private static void context(PodSpec spec, PodSecurityContext context, FieldCheck at) {
    at.child("runAsUser").optional(context.runAsUser(), Grammar::id);
    at.child("runAsGroup").optional(context.runAsGroup(), Grammar::id);
    at.child("fsGroup").optional(context.fsGroup(), Grammar::id);
    at.child("supplementalGroups")
        .each(context.supplementalGroups(), (id, each) -> each.optional(id, Grammar::id));
    Set<String> names = new HashSet<>();
    at.child("sysctls")
        .each(
            context.sysctls(),
            (sysctl, each) -> sysctl(sysctl.name(), names, spec, each.child("name")));
    seccomp(context.seccompProfile(), at.child("seccompProfile", "localhostProfile"));
    appArmor(context.appArmorProfile(), at.child("appArmorProfile", "localhostProfile"));
  }

  private static void sysctl(String written, Set<String> names, PodSpec spec, FieldCheck at) {
    at.named(written, Grammar::sysctl);
    if (!names.add(written)) {
      at.duplicate(written);
    }
    String name = written.replace('/', '.');
    if (spec.hostNetwork() && name.startsWith("net.")) {
      at.invalid(written, "not together with hostNetwork");
    }
    if (spec.hostIPC() && isIpcSysctl(name)) {
      at.invalid(written, "not together with hostIPC");
    }
  }

  private static boolean isIpcSysctl(String name) {
    return name.equals("kernel.sem")
        || name.startsWith("kernel.shm")
        || name.startsWith("kernel.msg")
        || name.startsWith("fs.mqueue.");
  }

  static void container(@Nullable SecurityContext context, boolean hostUsers, FieldCheck at) {
    if (context == null) {
      return;
    }
    at.child("runAsUser").optional(context.runAsUser(), Grammar::id);
    at.child("runAsGroup").optional(context.runAsGroup(), Grammar::id);
    seccomp(context.seccompProfile(), at.child("seccompProfile", "localhostProfile"));
    appArmor(context.appArmorProfile(), at.child("appArmorProfile", "localhostProfile"));
    if (hostUsers && context.procMount() == ProcMountType.UNMASKED) {
      at.child("procMount").invalid("Unmasked", "needs hostUsers: false");
    }
    if (Boolean.FALSE.equals(context.allowPrivilegeEscalation())) {
      FieldCheck escalation = at.child("allowPrivilegeEscalation");
      if (Boolean.TRUE.equals(context.privileged())) {
        escalation.invalid(false, "not together with privileged");
      }
      if (context.capabilities() != null
          && context.capabilities().add().contains("CAP_SYS_ADMIN")) {
        escalation.invalid(false, "not together with CAP_SYS_ADMIN");
      }
    }
  }

  private static void seccomp(@Nullable SeccompProfile profile, FieldCheck at) {
    if (profile != null) {
      localhost(profile.type() == SeccompProfileType.LOCALHOST, profile.localhostProfile(), at);
      at.optional(profile.localhostProfile(), Grammar::descendingPath);
    }
  }

  private static void appArmor(@Nullable AppArmorProfile profile, FieldCheck at) {
    if (profile != null) {
      localhost(profile.type() == AppArmorProfileType.LOCALHOST, profile.localhostProfile(), at);
    }
  }

  private static void localhost(boolean wanted, @Nullable String profile, FieldCheck at) {
    if (wanted && (profile == null || profile.isBlank())) {
      at.required("type Localhost needs the name of the profile");
    }
    if (!wanted && profile != null) {
      at.invalid(profile, "only with type Localhost");
    }
  }
}

package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.pod.OsName;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.security.AppArmorProfile;
import dev.jubelet.model.security.AppArmorProfileType;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.ProcMountType;
import dev.jubelet.model.security.SeccompProfile;
import dev.jubelet.model.security.SeccompProfileType;
import dev.jubelet.model.security.SecurityContext;
import dev.jubelet.model.security.Sysctl;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Identities, profiles and kernel settings. */
final class SecurityRules {
  private SecurityRules() {}

  static void pod(PodSpec spec, FieldPath path, Findings findings) {
    if (spec.hostPID() && Boolean.TRUE.equals(spec.shareProcessNamespace())) {
      findings.invalid(path.child("shareProcessNamespace"), true, "not together with hostPID");
    }
    if (spec.os() != null && spec.os().name() == OsName.WINDOWS) {
      findings.invalid(path.child("os", "name"), "windows", "this node runs Linux");
    }
    if (Boolean.FALSE.equals(spec.hostUsers())) {
      forbidHost(spec.hostPID(), path.child("hostPID"), findings);
      forbidHost(spec.hostIPC(), path.child("hostIPC"), findings);
      forbidHost(spec.hostNetwork(), path.child("hostNetwork"), findings);
    }
    PodSecurityContext context = spec.securityContext();
    if (context == null) {
      return;
    }
    FieldPath at = path.child("securityContext");
    id(context.runAsUser(), at.child("runAsUser"), findings);
    id(context.runAsGroup(), at.child("runAsGroup"), findings);
    id(context.fsGroup(), at.child("fsGroup"), findings);
    for (int i = 0; i < context.supplementalGroups().size(); i++) {
      id(context.supplementalGroups().get(i), at.child("supplementalGroups").index(i), findings);
    }
    sysctls(spec, context, at.child("sysctls"), findings);
    seccomp(context.seccompProfile(), at.child("seccompProfile"), findings);
    appArmor(context.appArmorProfile(), at.child("appArmorProfile"), findings);
  }

  private static void forbidHost(boolean host, FieldPath path, Findings findings) {
    if (host) {
      findings.forbidden(path, "not together with hostUsers: false");
    }
  }

  private static void sysctls(
      PodSpec spec, PodSecurityContext context, FieldPath path, Findings findings) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < context.sysctls().size(); i++) {
      Sysctl sysctl = context.sysctls().get(i);
      FieldPath at = path.index(i).child("name");
      findings.named(at, sysctl.name(), Grammar.sysctl(sysctl.name()));
      if (!names.add(sysctl.name())) {
        findings.duplicate(at, sysctl.name());
      }
      String name = sysctl.name().replace('/', '.');
      if (spec.hostNetwork() && name.startsWith("net.")) {
        findings.invalid(at, sysctl.name(), "not together with hostNetwork");
      }
      if (spec.hostIPC() && isIpcSysctl(name)) {
        findings.invalid(at, sysctl.name(), "not together with hostIPC");
      }
    }
  }

  private static boolean isIpcSysctl(String name) {
    return name.equals("kernel.sem")
        || name.startsWith("kernel.shm")
        || name.startsWith("kernel.msg")
        || name.startsWith("fs.mqueue.");
  }

  static void container(
      @Nullable SecurityContext context, boolean hostUsers, FieldPath path, Findings findings) {
    if (context == null) {
      return;
    }
    id(context.runAsUser(), path.child("runAsUser"), findings);
    id(context.runAsGroup(), path.child("runAsGroup"), findings);
    seccomp(context.seccompProfile(), path.child("seccompProfile"), findings);
    appArmor(context.appArmorProfile(), path.child("appArmorProfile"), findings);
    if (hostUsers && context.procMount() == ProcMountType.UNMASKED) {
      findings.invalid(path.child("procMount"), "Unmasked", "needs hostUsers: false");
    }
    if (Boolean.FALSE.equals(context.allowPrivilegeEscalation())) {
      if (Boolean.TRUE.equals(context.privileged())) {
        findings.invalid(
            path.child("allowPrivilegeEscalation"), false, "not together with privileged");
      }
      if (context.capabilities() != null
          && context.capabilities().add().contains("CAP_SYS_ADMIN")) {
        findings.invalid(
            path.child("allowPrivilegeEscalation"), false, "not together with CAP_SYS_ADMIN");
      }
    }
  }

  private static void id(@Nullable Long id, FieldPath path, Findings findings) {
    if (id != null) {
      Grammar.id(id).ifPresent(why -> findings.invalid(path, id, why));
    }
  }

  private static void seccomp(@Nullable SeccompProfile profile, FieldPath path, Findings findings) {
    if (profile != null) {
      localhost(
          profile.type() == SeccompProfileType.LOCALHOST,
          profile.localhostProfile(),
          path.child("localhostProfile"),
          findings);
      String file = profile.localhostProfile();
      if (file != null) {
        findings.grammar(path.child("localhostProfile"), file, Grammar.descendingPath(file));
      }
    }
  }

  private static void appArmor(
      @Nullable AppArmorProfile profile, FieldPath path, Findings findings) {
    if (profile != null) {
      localhost(
          profile.type() == AppArmorProfileType.LOCALHOST,
          profile.localhostProfile(),
          path.child("localhostProfile"),
          findings);
    }
  }

  private static void localhost(
      boolean wanted, @Nullable String profile, FieldPath path, Findings findings) {
    if (wanted && (profile == null || profile.isBlank())) {
      findings.required(path, "type Localhost needs the name of the profile");
    }
    if (!wanted && profile != null) {
      findings.invalid(path, profile, "only with type Localhost");
    }
  }
}

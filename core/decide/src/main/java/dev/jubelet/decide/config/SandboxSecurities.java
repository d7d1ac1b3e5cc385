package dev.jubelet.decide.config;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.SecurityContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a sandbox may do: it holds the pod's namespaces and does no work of its own. */
final class SandboxSecurities {
  private SandboxSecurities() {}

  static SandboxSecurity of(Pod pod, NamespaceOptions namespaces) {
    PodSecurityContext context = pod.spec().securityContext();
    return new SandboxSecurity(
        namespaces,
        context == null ? null : context.seLinuxOptions(),
        context == null ? null : context.runAsUser(),
        context == null ? null : context.runAsGroup(),
        false,
        context == null ? List.of() : SupplementalGroups.of(context),
        context == null ? null : context.supplementalGroupsPolicy(),
        hasPrivilegedContainer(pod),
        // Always: a pod's own profile may forbid what a sandbox needs to start.
        SecurityProfile.RUNTIME_DEFAULT,
        null);
  }

  /** A runtime can run a privileged container in a privileged sandbox only. */
  private static boolean hasPrivilegedContainer(Pod pod) {
    return pod.spec()
        .allContainers()
        .map(Container::securityContext)
        .anyMatch(SandboxSecurities::privileged);
  }

  private static boolean privileged(@Nullable SecurityContext context) {
    return context != null && Boolean.TRUE.equals(context.privileged());
  }
}

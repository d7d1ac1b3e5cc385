package dev.jubelet.decide.config;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxSecurity;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.PodSecurityContext;

/** What a sandbox may do: it holds the pod's namespaces and does no work of its own. */
final class SandboxSecurities {
  private SandboxSecurities() {}

  static SandboxSecurity of(Pod pod, NamespaceOptions namespaces) {
    PodSecurityContext context = pod.spec().security();
    return new SandboxSecurity(
        namespaces,
        context.seLinuxOptions(),
        context.runAsUser(),
        context.runAsGroup(),
        false,
        SupplementalGroups.of(context),
        context.supplementalGroupsPolicy(),
        hasPrivilegedContainer(pod),
        // Always: a pod's own profile may forbid what a sandbox needs to start.
        SecurityProfile.RUNTIME_DEFAULT,
        null);
  }

  /** A runtime can run a privileged container in a privileged sandbox only. */
  private static boolean hasPrivilegedContainer(Pod pod) {
    return pod.spec()
        .allContainers()
        .anyMatch(container -> Boolean.TRUE.equals(container.security().privileged()));
  }
}

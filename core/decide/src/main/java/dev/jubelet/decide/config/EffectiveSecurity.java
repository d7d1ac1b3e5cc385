package dev.jubelet.decide.config;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.ProcMountType;
import dev.jubelet.model.security.SecurityContext;
import dev.jubelet.model.security.SelinuxOptions;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a container: its own security context, and where that is silent its pod's.
 *
 * @param own what only a container can say is found there
 */
record EffectiveSecurity(
    SecurityContext own,
    @Nullable SelinuxOptions selinux,
    @Nullable Long runAsUser,
    @Nullable Long runAsGroup,
    boolean runAsNonRoot) {

  static EffectiveSecurity of(Pod pod, Container container) {
    PodSecurityContext outer = pod.spec().security();
    SecurityContext own = container.security();
    return new EffectiveSecurity(
        own,
        first(own.seLinuxOptions(), outer.seLinuxOptions()),
        first(own.runAsUser(), outer.runAsUser()),
        first(own.runAsGroup(), outer.runAsGroup()),
        Boolean.TRUE.equals(first(own.runAsNonRoot(), outer.runAsNonRoot())));
  }

  boolean unmaskedProc() {
    return own.procMount() == ProcMountType.UNMASKED;
  }

  private static <T> @Nullable T first(@Nullable T own, @Nullable T outer) {
    return own != null ? own : outer;
  }
}

package dev.jubelet.decide.config;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.security.Capabilities;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.ProcMountType;
import dev.jubelet.model.security.SecurityContext;
import dev.jubelet.model.security.SelinuxOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds for a container: its own security context, and where that is silent its pod's. */
record EffectiveSecurity(
    Capabilities capabilities,
    boolean privileged,
    @Nullable SelinuxOptions selinux,
    @Nullable Long runAsUser,
    @Nullable Long runAsGroup,
    boolean runAsNonRoot,
    boolean readOnlyRoot,
    boolean noNewPrivileges,
    boolean unmaskedProc) {
  private static final Capabilities AS_THE_RUNTIME_HAS_THEM =
      new Capabilities(List.of(), List.of());

  static EffectiveSecurity of(Pod pod, Container container) {
    PodSecurityContext outer = pod.spec().securityContext();
    SecurityContext own = container.securityContext();
    Capabilities capabilities = own == null ? null : own.capabilities();
    return new EffectiveSecurity(
        capabilities == null ? AS_THE_RUNTIME_HAS_THEM : capabilities,
        own != null && Boolean.TRUE.equals(own.privileged()),
        first(
            own == null ? null : own.seLinuxOptions(),
            outer == null ? null : outer.seLinuxOptions()),
        first(own == null ? null : own.runAsUser(), outer == null ? null : outer.runAsUser()),
        first(own == null ? null : own.runAsGroup(), outer == null ? null : outer.runAsGroup()),
        Boolean.TRUE.equals(
            first(
                own == null ? null : own.runAsNonRoot(),
                outer == null ? null : outer.runAsNonRoot())),
        own != null && Boolean.TRUE.equals(own.readOnlyRootFilesystem()),
        own != null && Boolean.FALSE.equals(own.allowPrivilegeEscalation()),
        own != null && own.procMount() == ProcMountType.UNMASKED);
  }

  private static <T> @Nullable T first(@Nullable T own, @Nullable T outer) {
    return own != null ? own : outer;
  }
}

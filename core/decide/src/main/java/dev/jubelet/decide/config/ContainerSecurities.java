package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.PodSecurityContext;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whom a container runs as and what it may do. */
final class ContainerSecurities {
  private ContainerSecurities() {}

  static ResolvedValue<ContainerSecurity> of(
      Pod pod, Container container, ContainerContext context) {
    EffectiveSecurity effective = EffectiveSecurity.of(pod, container);
    ImageUser image = ImageUser.of(context.image());
    Optional<String> violation = NonRootRule.violation(pod, container, effective, image);
    if (violation.isPresent()) {
      return ResolvedValue.refused(violation.get());
    }
    return SeccompProfiles.of(pod, container, context.settings())
        .then(seccomp ->
            AppArmorProfiles.of(pod, container)
                .then(apparmor ->
                    PodNamespaces.of(pod, context.machine(), context.users())
                        .map(namespaces -> aimed(namespaces, context.target()))
                        .map(namespaces ->
                            of(pod, effective, image, context, namespaces, seccomp, apparmor))));
  }

  /** CRI: with a target, a container joins the processes of another one of its pod. */
  private static NamespaceOptions aimed(NamespaceOptions own, @Nullable ContainerId target) {
    return target == null || own.pid() != NamespaceOptions.Mode.CONTAINER
        ? own
        : new NamespaceOptions(
            own.network(), NamespaceOptions.Mode.TARGET, own.ipc(), target.value(), own.user());
  }

  private static ContainerSecurity of(
      Pod pod,
      EffectiveSecurity effective,
      ImageUser image,
      ContainerContext context,
      NamespaceOptions namespaces,
      SecurityProfile seccomp,
      Optional<SecurityProfile> apparmor) {
    PodSecurityContext outer = pod.spec().securityContext();
    boolean userOfImage = effective.runAsUser() == null;
    return new ContainerSecurity(
        effective.capabilities().add(),
        effective.capabilities().drop(),
        effective.privileged(),
        namespaces,
        effective.selinux(),
        userOfImage ? image.uid() : effective.runAsUser(),
        effective.runAsGroup(),
        userOfImage ? image.username() : "",
        effective.readOnlyRoot(),
        outer == null ? List.of() : SupplementalGroups.of(outer),
        outer == null ? null : outer.supplementalGroupsPolicy(),
        effective.noNewPrivileges(),
        ProcPaths.masked(effective.unmaskedProc(), context.machine().maskedPaths()),
        ProcPaths.readOnly(effective.unmaskedProc()),
        seccomp,
        apparmor.orElse(null));
  }
}

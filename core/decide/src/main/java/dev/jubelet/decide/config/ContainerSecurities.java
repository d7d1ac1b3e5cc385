package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.config.ContainerSecurity;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SecurityProfile;
import dev.jubelet.model.security.Capabilities;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.SecurityContext;
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
    PodSecurityContext outer = pod.spec().security();
    SecurityContext own = effective.own();
    Capabilities capabilities = own.capabilities();
    boolean userOfImage = effective.runAsUser() == null;
    return new ContainerSecurity(
        capabilities == null ? List.of() : capabilities.add(),
        capabilities == null ? List.of() : capabilities.drop(),
        Boolean.TRUE.equals(own.privileged()),
        namespaces,
        effective.selinux(),
        userOfImage ? image.uid() : effective.runAsUser(),
        effective.runAsGroup(),
        userOfImage ? image.username() : "",
        Boolean.TRUE.equals(own.readOnlyRootFilesystem()),
        SupplementalGroups.of(outer),
        outer.supplementalGroupsPolicy(),
        Boolean.FALSE.equals(own.allowPrivilegeEscalation()),
        ProcPaths.masked(effective.unmaskedProc(), context.machine().maskedPaths()),
        ProcPaths.readOnly(effective.unmaskedProc()),
        seccomp,
        apparmor.orElse(null));
  }
}

package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.config.NamespaceOptions.UserNamespace;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Which kernel namespaces a pod's containers share, with each other or with the node. */
public final class PodNamespaces {
  private PodNamespaces() {}

  /**
   * @param users the pod's own, where it has some
   */
  public static ResolvedValue<NamespaceOptions> of(
      Pod pod, MachineFacts machine, @Nullable IdRange users) {
    if (wantsOwnUsers(pod) && !machine.handlerOf(pod).userNamespaces()) {
      String handler = Objects.requireNonNullElse(pod.spec().runtimeClassName(), "");
      String who = handler.isEmpty() ? "runtime" : "RuntimeClass handler \"" + handler + "\"";
      return ResolvedValue.refused(
          "can't set `spec.hostUsers: false`, " + who + " does not support user namespaces");
    }
    if (wantsOwnUsers(pod) && users == null) {
      return ResolvedValue.refused("create user namespace: the node has no users for it");
    }
    return ResolvedValue.value(
        new NamespaceOptions(
            network(pod),
            pid(pod.spec()),
            pod.spec().hostIPC() ? Mode.NODE : Mode.POD,
            "",
            wantsOwnUsers(pod) && users != null
                ? new UserNamespace(Mode.POD, List.of(users.mapping()), List.of(users.mapping()))
                : new UserNamespace(Mode.NODE, List.of(), List.of())));
  }

  public static boolean wantsOwnUsers(Pod pod) {
    return Boolean.FALSE.equals(pod.spec().hostUsers());
  }

  /** A sandbox whose mode differs from this is not the pod's any more. */
  public static Mode network(Pod pod) {
    return pod.spec().hostNetwork() ? Mode.NODE : Mode.POD;
  }

  private static Mode pid(PodSpec spec) {
    if (spec.hostPID()) {
      return Mode.NODE;
    }
    return Boolean.TRUE.equals(spec.shareProcessNamespace()) ? Mode.POD : Mode.CONTAINER;
  }
}

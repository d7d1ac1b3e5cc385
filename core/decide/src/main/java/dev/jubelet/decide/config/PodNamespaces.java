package dev.jubelet.decide.config;

import dev.jubelet.decide.environment.Resolved;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.runtime.NamespaceOptions;
import dev.jubelet.model.runtime.NamespaceOptions.Mode;
import dev.jubelet.model.runtime.NamespaceOptions.UserNamespace;
import java.util.List;

/** Which kernel namespaces a pod's containers share, with each other or with the node. */
public final class PodNamespaces {
  private PodNamespaces() {}

  public static Resolved<NamespaceOptions> of(Pod pod) {
    if (Boolean.FALSE.equals(pod.spec().hostUsers())) {
      return Resolved.refused(
          "can't set `spec.hostUsers: false`, runtime does not support user namespaces");
    }
    return Resolved.value(
        new NamespaceOptions(
            network(pod),
            pid(pod.spec()),
            pod.spec().hostIPC() ? Mode.NODE : Mode.POD,
            "",
            new UserNamespace(Mode.NODE, List.of(), List.of())));
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

package dev.jubelet.decide.status;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.model.runtime.config.NamespaceOptions;

/** Whether the pod has a sandbox, with its network, that containers can be started in. */
final class ReadyToStartCondition {
  static final String TYPE = "PodReadyToStartContainers";

  private ReadyToStartCondition() {}

  static ConditionDraft of(Pod pod, PodObservation observed) {
    return hasSandbox(pod, observed) ? ConditionDraft.yes(TYPE) : ConditionDraft.no(TYPE);
  }

  private static boolean hasSandbox(Pod pod, PodObservation observed) {
    if (observed.sandboxes().isEmpty()) {
      return false;
    }
    ObservedSandbox newest = observed.sandboxes().getFirst();
    long ready = observed.sandboxes().stream().filter(ObservedSandbox::ready).count();
    if (!newest.ready() || ready > 1) {
      return false;
    }
    boolean hostNetwork = pod.spec().hostNetwork();
    boolean onHost = newest.network() == NamespaceOptions.Mode.NODE;
    return onHost == hostNetwork && (hostNetwork || !newest.ips().isEmpty());
  }
}

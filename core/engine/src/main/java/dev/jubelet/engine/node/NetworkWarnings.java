package dev.jubelet.engine.node;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells once for every pod that needs it that the runtime has no network. Owned by the inventory.
 */
final class NetworkWarnings {
  private final Journal journal;
  private final Set<PodUid> told = new HashSet<>();
  private String trouble = "";

  NetworkWarnings(Journal journal) {
    this.journal = journal;
  }

  /** In the words of Kubernetes. */
  void is(RuntimeReadiness readiness) {
    trouble =
        readiness.networkReady()
            ? ""
            : "network is not ready: container runtime network not ready: "
                + readiness.networkMessage();
    if (trouble.isEmpty()) {
      told.clear();
    }
  }

  void tell(PodSlots slots) {
    if (trouble.isEmpty()) {
      return;
    }
    for (PodSlot slot : slots.alive()) {
      Pod pod = slot.pod;
      if (pod != null && !pod.spec().hostNetwork() && told.add(pod.uid())) {
        journal.recordEvent(
            new ClusterEvent(ClusterEvent.about(pod), true, "NetworkNotReady", trouble));
      }
    }
  }
}

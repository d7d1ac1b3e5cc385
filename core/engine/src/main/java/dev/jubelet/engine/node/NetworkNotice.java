package dev.jubelet.engine.node;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.RuntimeReadiness;
import dev.jubelet.ports.Announcement;
import dev.jubelet.ports.Journal;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells once for every pod that needs it that the runtime has no network. Owned by the inventory.
 */
final class NetworkNotice {
  private final Journal journal;
  private final Set<PodUid> told = new HashSet<>();
  private String trouble = "";

  NetworkNotice(Journal journal) {
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

  void tell(Seats seats) {
    if (trouble.isEmpty()) {
      return;
    }
    for (Seat seat : seats.alive()) {
      Pod pod = seat.pod;
      if (pod != null && !pod.spec().hostNetwork() && told.add(pod.uid())) {
        journal.announce(
            new Announcement(Announcement.about(pod), true, "NetworkNotReady", trouble));
      }
    }
  }
}

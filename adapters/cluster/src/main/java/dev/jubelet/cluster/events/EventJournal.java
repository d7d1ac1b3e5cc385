package dev.jubelet.cluster.events;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import org.jspecify.annotations.Nullable;

/** A journal whose events reach the cluster. */
record EventJournal(Journal journal, ApiEvents events) implements Journal {
  @Override
  public void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
    journal.write(level, pod, uid, reason, message);
  }

  @Override
  public void recordEvent(ClusterEvent event) {
    journal.recordEvent(event);
    events.recordEvent(event);
  }
}

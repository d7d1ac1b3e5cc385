package dev.jubelet.cluster.events;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Announcement;
import dev.jubelet.ports.Journal;
import org.jspecify.annotations.Nullable;

/** A diary whose announcements reach the cluster. */
record EventJournal(Journal diary, ApiEvents events) implements Journal {
  @Override
  public void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
    diary.write(level, pod, uid, reason, message);
  }

  @Override
  public void announce(Announcement announcement) {
    diary.announce(announcement);
    events.announce(announcement);
  }
}

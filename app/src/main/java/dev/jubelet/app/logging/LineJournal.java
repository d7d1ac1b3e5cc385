package dev.jubelet.app.logging;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The node's journal as log lines; {@code DETAIL} only from verbosity 4 on. */
record LineJournal(LineWriter writer, int verbosity, InstantSource clock) implements Journal {
  private static final int VERBOSITY_OF_DETAIL = 4;

  @Override
  public void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
    if (level == Level.DETAIL && verbosity < VERBOSITY_OF_DETAIL) {
      return;
    }
    writer.write(new LogLine(clock.instant(), level, reason, pod, uid, message, null));
  }
}

package dev.jubelet.runtime.inventory;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.Journal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The node's journal, for what a runtime has to say. */
public final class RuntimeJournal implements Journal {
  private static final int TOLD_MAX = 1000;

  private final Journal journal;
  private final Set<String> toldOnce = ConcurrentHashMap.newKeySet();

  public RuntimeJournal(Journal journal) {
    this.journal = journal;
  }

  @Override
  public void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
    journal.write(level, pod, uid, reason, message);
  }

  public void tell(Level level, SandboxConfig pod, String reason, String message) {
    write(level, new PodName(pod.namespace(), pod.name()), new PodUid(pod.uid()), reason, message);
  }

  /** What holds for the whole machine is said once, not for each container. */
  public void tellOnce(List<String> notes) {
    for (String note : notes) {
      // The numbers differ from pod to pod; what cannot be done does not.
      String kind = note.replaceAll("-?[0-9]+", "");
      if (toldOnce.size() < TOLD_MAX && toldOnce.add(kind)) {
        write(Level.WARNING, "RuntimeLimits", note);
      }
    }
  }
}

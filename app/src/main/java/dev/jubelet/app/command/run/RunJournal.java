package dev.jubelet.app.command.run;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.Journal;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Shows a person what goes wrong; the rest is only in the node's log. */
record RunJournal(Journal log, PrintWriter err) implements Journal {
  @Override
  public void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
    log.write(level, pod, uid, reason, message);
    switch (level) {
      case DETAIL, NORMAL -> {}
      case WARNING, ERROR -> {
        err.println("jubelet: " + (pod == null ? "" : pod + ": ") + reason + ": " + message);
        err.flush();
      }
    }
  }
}

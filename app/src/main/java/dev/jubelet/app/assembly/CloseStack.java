package dev.jubelet.app.assembly;

import dev.jubelet.ports.Journal;
import java.util.ArrayDeque;
import java.util.Deque;

/** What has to be closed, written down where it is opened; the last one opened is closed first. */
final class CloseStack implements AutoCloseable {
  private final Journal journal;
  private final Deque<Step> steps = new ArrayDeque<>();
  private boolean closed;

  private record Step(String what, AutoCloseable closeable) {}

  CloseStack(Journal journal) {
    this.journal = journal;
  }

  /** Closes it at once when everything else is closed already. */
  synchronized void add(String what, AutoCloseable closeable) {
    Step step = new Step(what, closeable);
    if (closed) {
      close(step);
    } else {
      steps.push(step);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    while (!steps.isEmpty()) {
      close(steps.pop());
    }
  }

  private void close(Step step) {
    try {
      step.closeable().close();
    } catch (Exception failed) {
      // The others have to be closed as well.
      journal.write(Journal.Level.WARNING, "CloseFailed", step.what() + ": " + failed);
    }
  }
}

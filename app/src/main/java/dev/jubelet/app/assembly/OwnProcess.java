package dev.jubelet.app.assembly;

import dev.jubelet.linux.process.OwnOomScore;
import dev.jubelet.ports.Journal;

/** What this process asks of the kernel for itself. */
final class OwnProcess {
  private OwnProcess() {}

  /** When memory runs out, containers are to end before the one that looks after them. */
  static void outliveContainers(Journal journal) {
    OwnOomScore.ofThisProcess()
        .lowerTo(OwnOomScore.NODE_AGENT)
        .ifPresent(why -> journal.write(Journal.Level.WARNING, "OomScore", why));
  }
}

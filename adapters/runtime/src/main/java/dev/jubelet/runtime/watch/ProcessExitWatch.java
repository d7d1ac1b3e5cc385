package dev.jubelet.runtime.watch;

import dev.jubelet.linux.kernel.LinuxException;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.linux.process.ProcessWatch;
import dev.jubelet.ports.Journal;
import org.jspecify.annotations.Nullable;

/**
 * Notices the ends of processes that may end without a word: monitors that are killed write no exit
 * file, and then nobody would ever tell of their containers.
 */
public final class ProcessExitWatch implements AutoCloseable {
  private final ProcessWatch processes = new ProcessWatch();
  private final Journal journal;

  public ProcessExitWatch(Journal journal) {
    this.journal = journal;
  }

  /**
   * @param process null when it is gone already
   * @param ended called on a thread of its own
   */
  public void follow(@Nullable ProcessIdentity process, Runnable ended) {
    if (process == null) {
      Thread _ = Thread.ofVirtual().name("process-end").start(ended);
      return;
    }
    try {
      processes.follow(process, ended);
    } catch (LinuxException refused) {
      // Whoever asks for the container's status finds it out, only later.
      journal.write(
          Journal.Level.WARNING,
          "WatchFailed",
          "the end of process " + process.pid() + " may go unnoticed: " + refused.getMessage());
    }
  }

  @Override
  public void close() {
    processes.close();
  }
}

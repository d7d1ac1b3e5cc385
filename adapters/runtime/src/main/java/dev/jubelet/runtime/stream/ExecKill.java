package dev.jubelet.runtime.stream;

import dev.jubelet.linux.process.ProcessTree;
import dev.jubelet.runtime.stream.ReachableContainers.Running;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;

/** Ends a child of ours, the process that it holds in a container, and all that came from that. */
final class ExecKill {
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private ExecKill() {}

  /**
   * @param pipes of the child, which somebody may hold who is not found otherwise
   */
  static void kill(Process child, ExecFiles files, Running container, Set<String> pipes) {
    ProcessTree tree = ProcessTree.ofThisMachine();
    OptionalLong first = files.pid();
    if (first.isPresent()) {
      tree.kill(new ProcessTree.Target(child.pid(), first.getAsLong(), container.pid(), pipes));
      if (ended(child)) {
        return;
      }
    }
    if (child.isAlive()) {
      tree.killOwn(child.pid());
      boolean _ = ended(child);
    }
  }

  /** False when it still lives. The wait for one that was killed must not be cut short. */
  private static boolean ended(Process process) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return process.waitFor(LAST_WORDS);
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

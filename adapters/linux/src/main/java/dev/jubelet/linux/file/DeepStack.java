package dev.jubelet.linux.file;

import dev.jubelet.linux.OwnThread;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Threads for walks that call themselves for every level of a tree. Whoever made the tree decides
 * how deep it is, and the threads of a node agent have small stacks.
 */
final class DeepStack {
  /** For 512 levels, with room to spare. Memory is taken only for what is used of it. */
  private static final long BYTES = 16L << 20;

  private DeepStack() {}

  static Thread thread(Runnable work) {
    return new Thread(null, work, "walk", BYTES);
  }

  /** Waits for the end, also when interrupted: walks are bounded. */
  static void run(Runnable work) {
    try {
      Object _ = OwnThread.call(DeepStack::thread, Executors.callable(work));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException("a walk through a directory tree failed", failed.getCause());
    }
  }
}

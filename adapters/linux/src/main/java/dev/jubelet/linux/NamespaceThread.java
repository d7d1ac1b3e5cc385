package dev.jubelet.linux;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A platform thread for one piece of work in other namespaces. It ends afterwards, so that no
 * thread is ever left in a place where nobody expects it.
 */
public final class NamespaceThread {
  private NamespaceThread() {}

  /** Waits for the end of the work, also when interrupted. */
  public static <T> T call(String name, Callable<T> work) throws ExecutionException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = Thread.ofPlatform().daemon().name(name).start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          T result = task.get();
          thread.join();
          return result;
        } catch (InterruptedException later) {
          // What it does is short, and half of it is of no use to anybody.
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

package dev.jubelet.linux;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;

/**
 * A thread for one piece of work. It ends afterwards, so that no thread is ever left in a place
 * where nobody expects it, such as another namespace.
 */
public final class OwnThread {
  private OwnThread() {}

  /** On a platform thread, which does not keep the process alive. */
  public static <T> T call(String name, Callable<T> work) throws ExecutionException {
    return call(Thread.ofPlatform().daemon().name(name).factory(), work);
  }

  /** Waits for the end of the work, also when interrupted. */
  public static <T> T call(ThreadFactory threads, Callable<T> work) throws ExecutionException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = threads.newThread(task);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          T result = task.get();
          thread.join();
          return result;
        } catch (InterruptedException later) {
          // Half of the work is of no use to anybody.
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

package dev.jubelet.runtime.container;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/** The same for several at once; all of them are done, or have failed, when it returns. */
public final class ParallelTasks {
  private ParallelTasks() {}

  /**
   * @throws OutsideFailure the first failure, once all are done
   */
  public static <T> void each(List<T> items, Consumer<T> work) {
    if (items.size() == 1) {
      work.accept(items.getFirst());
      return;
    }
    List<FutureTask<?>> tasks = new ArrayList<>();
    for (T item : items) {
      FutureTask<?> task = new FutureTask<>(() -> work.accept(item), null);
      tasks.add(task);
      Thread _ = Thread.ofVirtual().name("side by side").start(task);
    }
    RuntimeException first = null;
    for (FutureTask<?> task : tasks) {
      try {
        task.get();
      } catch (ExecutionException failed) {
        RuntimeException cause =
            failed.getCause() instanceof RuntimeException known
                ? known
                : new IllegalStateException(failed.getCause());
        first = first == null ? cause : first;
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted", stopped);
      }
    }
    if (first != null) {
      throw first;
    }
  }
}

package dev.jubelet.runtime.inventory;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.state.RecordStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One sandbox or container: what is known of it may be read at any time, and changes only in its
 * turn. Whoever wants to change it waits for its turn, but not for ever.
 */
public abstract sealed class RuntimeEntry<R extends Record> permits SandboxEntry, ContainerEntry {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ReentrantLock lock = new ReentrantLock(true);
  private final RecordStore<R> shelf;
  private final String kind;
  private final String id;
  private final PodUid uid;
  private volatile R record;
  private volatile boolean toldUnwritten;

  RuntimeEntry(RecordStore<R> shelf, String kind, String id, String uid, R record) {
    this.shelf = shelf;
    this.kind = kind;
    this.id = id;
    this.uid = new PodUid(uid);
    this.record = record;
  }

  public final String id() {
    return id;
  }

  public final PodUid uid() {
    return uid;
  }

  public final R record() {
    return record;
  }

  /** Writes down what it is about to be, before anybody sees it. */
  public final void write(R next) {
    shelf.put(id, kept(next));
  }

  /** Writes it down so that it outlives also a loss of power. */
  public final void writeForGood() {
    shelf.putForGood(id, kept(record));
  }

  /** What of it may be on a disk. */
  abstract R kept(R whole);

  /** Writes down what it is, and shows it. */
  public final void change(R next) {
    write(next);
    set(next);
  }

  /**
   * Shows what it is, and writes it down if it can: for steps to its end, which a full disk must
   * not stop, since they free it. The next life has to find out without what is not written.
   *
   * @param unwritten is told why, once for each sandbox or container
   * @return whether it is written
   */
  public final boolean changeAnyhow(R next, Consumer<String> unwritten) {
    try {
      change(next);
      return true;
    } catch (OutsideFailure refused) {
      if (!toldUnwritten) {
        toldUnwritten = true;
        unwritten.accept(refused.text());
      }
      set(next);
      return false;
    }
  }

  /** Shows what is written down already. */
  public void set(R next) {
    record = next;
  }

  public final <T> T take(Supplier<T> work) {
    String of = kind + " " + id;
    try {
      if (!lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new OutsideFailure(
            FailureKind.TIMED_OUT, "another operation on " + of + " does not end");
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted before " + of, stopped);
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  public final void run(Runnable work) {
    String _ =
        take(() -> {
          work.run();
          return id;
        });
  }
}

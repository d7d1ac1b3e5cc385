package dev.jubelet.network;

import dev.jubelet.network.plugin.CniFailure;
import dev.jubelet.network.plugin.Deadline;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/** CNI: one command at a time for a container, and no collection beside any other command. */
final class Turns {
  private final Map<String, Turn> turns = new HashMap<>();
  private final ReentrantReadWriteLock everybody = new ReentrantReadWriteLock();

  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int wanted;
  }

  <T> T of(String sandboxId, Deadline deadline, Supplier<T> work) {
    return holding(
        everybody.readLock(),
        deadline,
        () -> {
          Turn turn = wanted(sandboxId);
          try {
            return holding(turn.lock, deadline, work);
          } finally {
            done(sandboxId, turn);
          }
        });
  }

  <T> T alone(Deadline deadline, Supplier<T> work) {
    return holding(everybody.writeLock(), deadline, work);
  }

  private Turn wanted(String sandboxId) {
    synchronized (turns) {
      Turn turn = turns.computeIfAbsent(sandboxId, _ -> new Turn());
      turn.wanted++;
      return turn;
    }
  }

  private void done(String sandboxId, Turn turn) {
    synchronized (turns) {
      turn.wanted--;
      if (turn.wanted == 0) {
        turns.remove(sandboxId);
      }
    }
  }

  private static <T> T holding(Lock lock, Deadline deadline, Supplier<T> work) {
    try {
      if (!lock.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        throw new CniFailure(
            CniFailure.TRY_AGAIN_LATER, "another command of the network is still under way", "");
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new CniFailure(CniFailure.TRY_AGAIN_LATER, "the node is stopping", "");
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}

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
final class CniLocks {
  private final Map<String, ContainerLock> cniLocks = new HashMap<>();
  private final ReentrantReadWriteLock everybody = new ReentrantReadWriteLock();

  private static final class ContainerLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int wanted;
  }

  <T> T of(String sandboxId, Deadline deadline, Supplier<T> work) {
    return holding(
        everybody.readLock(),
        deadline,
        () -> {
          ContainerLock containerLock = wanted(sandboxId);
          try {
            return holding(containerLock.lock, deadline, work);
          } finally {
            done(sandboxId, containerLock);
          }
        });
  }

  <T> T alone(Deadline deadline, Supplier<T> work) {
    return holding(everybody.writeLock(), deadline, work);
  }

  private ContainerLock wanted(String sandboxId) {
    synchronized (cniLocks) {
      ContainerLock containerLock = cniLocks.computeIfAbsent(sandboxId, _ -> new ContainerLock());
      containerLock.wanted++;
      return containerLock;
    }
  }

  private void done(String sandboxId, ContainerLock containerLock) {
    synchronized (cniLocks) {
      containerLock.wanted--;
      if (containerLock.wanted == 0) {
        cniLocks.remove(sandboxId);
      }
    }
  }

  private static <T> T holding(Lock lock, Deadline deadline, Supplier<T> work) {
    try {
      if (!lock.tryLock(deadline.left().toNanos(), TimeUnit.NANOSECONDS)) {
        throw new CniFailure(
            CniFailure.TRY_AGAIN_LATER, "another CNI command is still running", "");
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

package dev.jubelet.engine.image;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Work that is done once however many ask for it at the same time: the first does it, the others
 * wait for what comes of it, good or bad. Who waits no longer disturbs nobody else.
 */
final class SingleFlight<K, V> {
  private final String what;
  private final Duration longestWait;
  private final Map<K, CompletableFuture<V>> underWay = new ConcurrentHashMap<>();

  SingleFlight(String what, Duration longestWait) {
    this.what = what;
    this.longestWait = longestWait;
  }

  V join(K key, Supplier<V> work) {
    CompletableFuture<V> mine = new CompletableFuture<>();
    CompletableFuture<V> others = underWay.putIfAbsent(key, mine);
    if (others != null) {
      return await(others);
    }
    try {
      V value = work.get();
      mine.complete(value);
      return value;
    } catch (Throwable failed) {
      // Also what is no failure of the outside: nobody may wait for an answer that never comes.
      mine.completeExceptionally(failed);
      throw failed;
    } finally {
      underWay.remove(key, mine);
    }
  }

  private V await(CompletableFuture<V> others) {
    try {
      return others.get(longestWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof OutsideFailure outside) {
        throw new OutsideFailure(outside.kind(), outside.text(), outside);
      }
      throw new OutsideFailure(FailureKind.INTERNAL, failed.toString(), failed);
    } catch (TimeoutException tooLong) {
      throw new OutsideFailure(
          FailureKind.TIMED_OUT, "waited " + longestWait.toMinutes() + " min for " + what);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.UNAVAILABLE, "the node is stopping", ended);
    }
  }
}

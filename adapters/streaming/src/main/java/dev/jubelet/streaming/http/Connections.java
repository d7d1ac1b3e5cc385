package dev.jubelet.streaming.http;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All connections of a port, up to a bound. A client that waits, or of whom nobody knows yet
 * whether it may ask, gives way to a new one; one that was let in and is being served does not.
 */
public final class Connections {
  /** Can be closed from any thread. */
  public interface Held {
    void cut();
  }

  private final int bound;
  private final Set<Held> waiting = new LinkedHashSet<>();
  private final Set<Held> served = new LinkedHashSet<>();

  public Connections(int bound) {
    this.bound = bound;
  }

  /** False when there is no room. */
  public boolean admit(Held connection) {
    Held oldest = null;
    synchronized (this) {
      if (waiting.size() + served.size() >= bound) {
        oldest = firstOf(waiting);
        if (oldest == null) {
          return false;
        }
        waiting.remove(oldest);
      }
      waiting.add(connection);
    }
    if (oldest != null) {
      oldest.cut();
    }
    return true;
  }

  public synchronized void serves(Held connection) {
    if (waiting.remove(connection)) {
      served.add(connection);
    }
  }

  /** It waits for its next request, from now on. */
  public synchronized void waits(Held connection) {
    if (served.remove(connection) || waiting.remove(connection)) {
      waiting.add(connection);
    }
  }

  public synchronized void gone(Held connection) {
    waiting.remove(connection);
    served.remove(connection);
  }

  public synchronized int count() {
    return waiting.size() + served.size();
  }

  private static @Nullable Held firstOf(Set<Held> held) {
    return held.isEmpty() ? null : held.iterator().next();
  }
}

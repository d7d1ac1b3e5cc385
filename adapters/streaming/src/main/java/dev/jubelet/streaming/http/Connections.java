package dev.jubelet.streaming.http;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.Set;

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
  private final SequencedSet<Held> waiting = new LinkedHashSet<>();
  private final Set<Held> served = new LinkedHashSet<>();

  public Connections(int bound) {
    this.bound = bound;
  }

  /** False when there is no room. */
  public boolean admit(Held connection) {
    Held oldest = null;
    synchronized (this) {
      if (waiting.size() + served.size() >= bound) {
        if (waiting.isEmpty()) {
          return false;
        }
        oldest = waiting.removeFirst();
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
}

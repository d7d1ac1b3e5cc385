package dev.jubelet.cluster.client;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the API server: made when it is needed, made anew when who we are has changed,
 * given up when the server no longer answers on it.
 */
public final class Connections implements AutoCloseable {
  /** Silence after which a connection with watches is probed. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  private static final Duration ROUND = Duration.ofSeconds(15);

  /** For requests that began before a change of identity. */
  private static final Duration LAST_REQUESTS = Duration.ofSeconds(30);

  private final ClientIdentity identity;
  private final String userAgent;
  private final NodeTime time;
  private final Journal journal;
  private final List<Runnable> back = new CopyOnWriteArrayList<>();
  private final ClientIdentity.Registration changes;

  private @Nullable Connection current;
  private boolean closed;
  private boolean away;
  private NodeTime.@Nullable Alarm round;

  /** A connection and what to show on it. */
  record Open(Connection connection, ClientIdentity.Shown shown) {}

  /**
   * @param userAgent such as {@code jubelet/0.1.0 (linux/amd64)}
   */
  public Connections(ClientIdentity identity, String userAgent, NodeTime time, Journal journal) {
    this.identity = identity;
    this.userAgent = userAgent;
    this.time = time;
    this.journal = journal;
    this.changes = identity.onChange(this::renew);
  }

  ClientIdentity identity() {
    return identity;
  }

  Instant now() {
    return time.now();
  }

  Open open() throws InterruptedException {
    ClientIdentity.Shown shown;
    try {
      shown = identity.current();
    } catch (AccessFailure failure) {
      throw ApiFailure.noAnswer(String.valueOf(failure.getMessage()));
    }
    Connection connection = connection(shown);
    try {
      connection.open();
    } catch (IOException failed) {
      giveUp(connection, "cannot be made");
      throw unanswered(failed);
    }
    return new Open(connection, shown);
  }

  private synchronized Connection connection(ClientIdentity.Shown shown) {
    if (closed) {
      throw ApiFailure.noAnswer("the connections are closed");
    }
    Connection known = current;
    if (known != null && !known.retired() && known.identity() == shown.version()) {
      return known;
    }
    if (known != null && !known.retired()) {
      leave(known);
    }
    Connection made =
        new Connection(
            identity.access().server(),
            identity.access().proxy(),
            userAgent,
            shown.context(),
            shown.version(),
            time.now());
    current = made;
    return made;
  }

  /** Who we are has changed: watches go on elsewhere at once, requests may end. */
  private void renew() {
    Connection old;
    synchronized (this) {
      old = current;
      current = null;
    }
    if (old != null) {
      leave(old);
    }
  }

  private void leave(Connection old) {
    old.retire();
    List.copyOf(old.watches()).forEach(HttpWatch::close);
    var _ = time.after(LAST_REQUESTS, old::abandon);
  }

  /** The server does not answer on it. */
  private void giveUp(Connection dead, String why) {
    synchronized (this) {
      if (dead.retired()) {
        return;
      }
      if (current == dead) {
        current = null;
      }
    }
    List.copyOf(dead.watches()).forEach(watch -> watch.give("the connection " + why));
    dead.abandon();
  }

  /** A request on it failed; a connection that is dead should not keep others waiting. */
  void suspect(Connection connection) {
    failed();
    var _ =
        Thread.ofVirtual()
            .name("probe of the API server")
            .start(() -> {
              try {
                if (!connection.alive()) {
                  giveUp(connection, "is dead");
                }
              } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
              }
            });
  }

  void answered(Connection connection, int code) {
    connection.heardAt(time.now());
    if (code == 429 || code >= 500) {
      failed();
      return;
    }
    synchronized (this) {
      if (!away) {
        return;
      }
      away = false;
    }
    journal.write(
        Journal.Level.NORMAL, null, null, "ApiServerBack", "the API server answers again");
    back.forEach(Runnable::run);
  }

  ApiFailure unanswered(IOException failed) {
    failed();
    String message = failed.getMessage();
    String why =
        message == null || message.isBlank()
            ? failed instanceof ConnectException
                ? "connection refused"
                : failed.getClass().getSimpleName()
            : message;
    return ApiFailure.noAnswer("%s: %s".formatted(identity.access().server(), why));
  }

  private synchronized void failed() {
    away = true;
  }

  ApiServer.Registration whenBack(Runnable task) {
    back.add(task);
    return () -> back.remove(task);
  }

  /** From now on somebody looks whether it still says something. */
  synchronized void watched(Connection connection, HttpWatch watch) {
    connection.watches().add(watch);
    if (round == null && !closed) {
      round = time.after(ROUND, this::look);
    }
  }

  private void look() {
    Connection connection;
    synchronized (this) {
      round = null;
      connection = current;
      if (closed || connection == null || connection.watches().isEmpty()) {
        return;
      }
      round = time.after(ROUND, this::look);
    }
    Instant now = time.now();
    List.copyOf(connection.watches()).forEach(watch -> watch.endIfOverdue(now));
    if (connection.multiplexed() && connection.heard().isBefore(now.minus(QUIET))) {
      var _ =
          Thread.ofVirtual()
              .name("probe of the API server")
              .start(() -> {
                try {
                  if (connection.alive()) {
                    connection.heardAt(time.now());
                  } else {
                    failed();
                    giveUp(connection, "is dead");
                  }
                } catch (InterruptedException closing) {
                  Thread.currentThread().interrupt();
                }
              });
    }
  }

  @Override
  public void close() {
    Connection last;
    synchronized (this) {
      closed = true;
      last = current;
      current = null;
      if (round != null) {
        round.cancel();
      }
    }
    changes.close();
    if (last != null) {
      List.copyOf(last.watches()).forEach(HttpWatch::close);
      last.abandon();
    }
  }
}

package dev.jubelet.cluster.client;

import dev.jubelet.cluster.access.AccessFailure;
import dev.jubelet.cluster.access.ClientIdentity;
import dev.jubelet.ports.Jitter;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections to the API server: made when they are needed, made anew when who we are has
 * changed, given up when the server no longer answers on them. Requests have one to themselves, so
 * that watches neither wait for them nor take its streams.
 */
public final class ApiConnections implements AutoCloseable {
  /** Silence after which a connection with watches is probed. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  private static final Duration ROUND = Duration.ofSeconds(15);

  /** For one of the streams that requests share. */
  private static final Duration QUEUE = Duration.ofSeconds(10);

  /** For requests that began before a change of identity. */
  private static final Duration LAST_REQUESTS = Duration.ofSeconds(30);

  /** After which a connection that is not there yet was begun in worse times. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private final ClientIdentity identity;
  private final String userAgent;
  private final NodeTime time;
  private final Runnable endOfChanges;

  /** For requests, which come and go. */
  private @Nullable Connection current;

  /** For watches, which stay: as many as they need. */
  private final List<Connection> watching = new ArrayList<>();

  private final BodyReader bodies = new BodyReader();
  private final Outage outage;
  private boolean closed;
  private NodeTime.@Nullable Alarm round;

  /** A stream of a connection, to be closed when it is no longer needed, and what to show on it. */
  record Open(Connection connection, ClientIdentity.Shown shown) implements AutoCloseable {
    @Override
    public void close() {
      connection.leave();
    }
  }

  /**
   * @param userAgent such as {@code jubelet/0.1.0 (linux/amd64)}
   */
  public ApiConnections(
      ClientIdentity identity, String userAgent, NodeTime time, Jitter jitter, Journal journal) {
    this.identity = identity;
    this.userAgent = userAgent;
    this.time = time;
    this.outage = new Outage(time, jitter, journal, this::isWell);
    this.endOfChanges = identity.onChange(this::renew);
  }

  ClientIdentity identity() {
    return identity;
  }

  Instant now() {
    return time.now();
  }

  BodyReader bodies() {
    return bodies;
  }

  /** For a request. */
  Open open() throws InterruptedException {
    ClientIdentity.Shown shown = shown();
    Connection connection = connection(shown);
    if (!connection.tryEnter(QUEUE)) {
      throw ApiFailure.noAnswer("too many requests to the API server are waiting for an answer");
    }
    return opened(connection, shown);
  }

  /** For a watch. */
  Open openWatch() throws InterruptedException {
    ClientIdentity.Shown shown = shown();
    return opened(watchConnection(shown), shown);
  }

  private ClientIdentity.Shown shown() {
    try {
      return identity.current();
    } catch (AccessFailure failure) {
      throw ApiFailure.noAnswer(String.valueOf(failure.getMessage()));
    }
  }

  private Open opened(Connection connection, ClientIdentity.Shown shown)
      throws InterruptedException {
    boolean done = false;
    try {
      connection.open();
      done = true;
      if (!connection.begunWell()) {
        outage.ails();
      }
    } catch (IOException failed) {
      giveUp(connection, "cannot be made");
      ApiFailure failure = unanswered(failed);
      outage.begins(connection.heard(), String.valueOf(failure.getMessage()));
      throw failure;
    } finally {
      if (!done) {
        connection.leave();
      }
    }
    return new Open(connection, shown);
  }

  /** Asks on the connection that there is, or on a new one, which stays if it is any good. */
  private boolean isWell() throws IOException, InterruptedException {
    ClientIdentity.Shown shown = shown();
    Connection asked;
    boolean fresh;
    synchronized (this) {
      fresh = current == null || !current.isOpen() || current.identity() != shown.version();
      asked = fresh || current == null ? connecting(shown) : current;
    }
    try {
      if (!fresh) {
        return asked.isWell();
      }
      asked.open();
    } catch (IOException failed) {
      giveUp(asked, "is dead");
      throw unanswered(failed);
    }
    if (!asked.begunWell()) {
      asked.abandon();
      return false;
    }
    settle(asked);
    return true;
  }

  /**
   * Whoever still waits for a connection that began to be made in worse times need not any more.
   */
  private void settle(Connection good) {
    List<Connection> late = new ArrayList<>();
    synchronized (this) {
      Instant limit = time.now().minus(LATE);
      watching.stream().filter(each -> isLate(each, limit)).forEach(late::add);
      if (closed || (current != null && !current.retired() && !isLate(current, limit))) {
        good.retire();
      } else {
        if (current != null) {
          late.add(current);
        }
        current = good;
      }
    }
    late.forEach(each -> giveUp(each, "was not made in time"));
  }

  private static boolean isLate(Connection connection, Instant limit) {
    return !connection.isOpen() && connection.heard().isBefore(limit);
  }

  private synchronized Connection connection(ClientIdentity.Shown shown) {
    Connection known = current;
    if (known == null || known.retired() || known.identity() != shown.version()) {
      Connection old = known;
      known = made(shown);
      current = known;
      if (old != null) {
        leave(old);
      }
    }
    return known;
  }

  /** One that has a stream left, which is taken. */
  private synchronized Connection watchConnection(ClientIdentity.Shown shown) {
    for (Connection each : watching) {
      if (!each.retired() && each.identity() == shown.version() && each.tryEnter()) {
        return each;
      }
    }
    Connection another = made(shown);
    if (!another.tryEnter()) {
      throw new IllegalStateException("a new connection has no stream");
    }
    watching.add(another);
    if (round == null) {
      round = time.after(ROUND, this::look);
    }
    return another;
  }

  private Connection made(ClientIdentity.Shown shown) {
    outage.check();
    return connecting(shown);
  }

  private Connection connecting(ClientIdentity.Shown shown) {
    if (closed) {
      throw ApiFailure.noAnswer("the connections are closed");
    }
    return new Connection(
        identity.access().server(),
        identity.access().proxy(),
        userAgent,
        shown.context(),
        shown.version(),
        time.now());
  }

  private synchronized List<Connection> taken() {
    List<Connection> all = new ArrayList<>(watching);
    if (current != null) {
      all.add(current);
    }
    watching.clear();
    current = null;
    return all;
  }

  /** Who we are has changed: watches go on elsewhere at once, requests may end. */
  private void renew() {
    outage.forget();
    taken().forEach(this::leave);
  }

  private void leave(Connection old) {
    old.retire();
    List.copyOf(old.watches()).forEach(HttpWatch::close);
    var _ = time.after(LAST_REQUESTS, old::abandon);
  }

  /** The server does not answer on it. */
  private void giveUp(Connection dead, String why) {
    synchronized (this) {
      watching.remove(dead);
      if (current == dead) {
        current = null;
      }
    }
    List.copyOf(dead.watches()).forEach(watch -> watch.give("the connection " + why));
    dead.abandon();
  }

  /** A request failed; a connection that is dead should not keep others waiting. */
  void suspect(Connection connection) {
    outage.unanswered();
    List<Connection> all;
    synchronized (this) {
      all = new ArrayList<>(watching);
    }
    if (!all.contains(connection)) {
      all.add(connection);
    }
    all.stream().filter(each -> !each.retired()).forEach(this::probe);
  }

  private void probe(Connection connection) {
    var _ =
        Thread.ofVirtual()
            .name("probe of the API server")
            .start(() -> {
              try {
                if (connection.alive()) {
                  connection.heardAt(time.now());
                } else {
                  outage.unanswered();
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
      outage.badAnswer();
    } else {
      outage.goodAnswer();
    }
  }

  ApiFailure unanswered(IOException failed) {
    outage.unanswered();
    String message = failed.getMessage();
    String why =
        message == null || message.isBlank()
            ? failed instanceof ConnectException
                ? "connection refused"
                : failed.getClass().getSimpleName()
            : message;
    return ApiFailure.noAnswer("%s: %s".formatted(identity.access().server(), why));
  }

  ApiServer.Registration whenBack(Runnable task) {
    return outage.whenOver(task);
  }

  /** Looks from time to time whether there is still somebody at the other end of the watches. */
  private void look() {
    List<Connection> all;
    synchronized (this) {
      round = null;
      for (Connection unused : watching.stream().filter(Connection::unused).toList()) {
        watching.remove(unused);
        unused.abandon();
      }
      if (closed || watching.isEmpty()) {
        return;
      }
      all = List.copyOf(watching);
      round = time.after(ROUND, this::look);
    }
    Instant now = time.now();
    for (Connection connection : all) {
      List.copyOf(connection.watches()).forEach(watch -> watch.endIfOverdue(now));
      if (connection.multiplexed() && connection.heard().isBefore(now.minus(QUIET))) {
        probe(connection);
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (round != null) {
        round.cancel();
      }
    }
    outage.close();
    endOfChanges.run();
    for (Connection last : taken()) {
      List.copyOf(last.watches()).forEach(HttpWatch::close);
      last.abandon();
    }
  }
}

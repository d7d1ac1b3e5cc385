package dev.jubelet.cluster.client;

import dev.jubelet.ports.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a listener up to date about the objects of a path: one list, then watches, each going on
 * where the one before ended. Only a version that the server no longer knows, or an answer that
 * another watch would only get again, leads to another list.
 */
public final class Reflector<T> implements AutoCloseable {
  // Spread, so that the watches of a node do not all end at once.
  private static final Duration WATCH_SHORTEST = Duration.ofMinutes(5);

  /** A watch that ends sooner and without an event is refused in a polite way. */
  private static final Duration WATCH_REFUSED = Duration.ofSeconds(1);

  private static final Duration WATCH_GOOD = Duration.ofSeconds(30);

  /**
   * Kubernetes: bookmarks come every minute. Who hears not even those may wait for a version that
   * the server will not reach for long, as after a restored backup.
   */
  private static final Duration WATCH_DEAF = Duration.ofMinutes(2);

  private final ApiContext context;
  private final String path;
  private final ObjectReader<T> reader;
  private final Listener<T> listener;
  private final RetryDelay delay;

  /** For lists that a forgotten version asks for, which is no sign that the server is away. */
  private final RetryDelay listDelay;

  private final WakeableSleep rest;

  private volatile boolean closed;
  private volatile @Nullable WatchStream<T> open;
  private @Nullable Thread thread;

  // Only the own thread touches these.
  private String version = "";
  private boolean troubled;

  /** Is told what is seen, one thing at a time. */
  public interface Listener<T> {
    /** All objects, after a list; whoever is not among them is gone. */
    void listed(List<T> objects);

    /** An object that came or changed. */
    void changed(T object);

    void removed(T object);
  }

  /**
   * @param path of a list, with its selectors, such as {@code
   *     /api/v1/pods?fieldSelector=spec.nodeName%3Da}
   */
  public Reflector(ApiContext context, String path, ObjectReader<T> reader, Listener<T> listener) {
    this.context = context;
    this.path = path;
    this.reader = reader;
    this.listener = listener;
    this.delay = new RetryDelay(context.jitter());
    this.listDelay = new RetryDelay(context.jitter());
    this.rest = new WakeableSleep(context.time(), context.jitter());
  }

  public synchronized void start() {
    if (thread == null && !closed) {
      thread = Thread.ofVirtual().name("watch " + Queries.bare(path)).start(this::run);
    }
  }

  /** The listener may still hear of one thing that was on its way. */
  @Override
  public synchronized void close() {
    closed = true;
    rest.end();
    WatchStream<T> stream = open;
    if (stream != null) {
      stream.close();
    }
    if (thread != null) {
      thread.interrupt();
    }
  }

  private void run() {
    try (ApiServer.Registration _ = context.api().whenBack(rest::shorten)) {
      while (!closed) {
        step();
      }
    }
  }

  private void step() {
    try {
      if (version.isEmpty()) {
        ObjectList<T> all = ObjectList.read(context.api(), path, reader);
        if (closed) {
          return;
        }
        listener.listed(all.objects());
        version = all.resourceVersion();
        // What was listed may be all that the listener wanted to know.
        if (closed) {
          return;
        }
      }
      watch();
    } catch (ApiFailure failure) {
      failed(failure);
    } catch (RuntimeException defect) {
      // What the listener has missed is unknown, so it is told everything anew.
      version = "";
      failed(ApiFailure.noAnswer("the answer could not be processed: " + defect));
    }
  }

  private void watch() {
    long seconds = (long) (WATCH_SHORTEST.toSeconds() * (1 + context.jitter().next()));
    Instant begun = context.time().now();
    boolean heard = false;
    try (WatchStream<T> stream =
        context
            .api()
            .watch(
                Queries.with(
                    path,
                    "watch=true&allowWatchBookmarks=true&resourceVersion="
                        + version
                        + "&timeoutSeconds="
                        + seconds),
                reader)) {
      open = stream;
      if (closed) {
        return;
      }
      calm();
      Optional<WatchStream.WatchEvent<T>> event = stream.next();
      while (event.isPresent() && !closed) {
        heard = true;
        take(event.get());
        event = stream.next();
      }
    } finally {
      open = null;
      Duration lived = Duration.between(begun, context.time().now());
      if (lived.compareTo(WATCH_GOOD) >= 0) {
        delay.forget();
      }
      if (!heard && lived.compareTo(WATCH_DEAF) >= 0) {
        version = "";
      }
    }
    if (!heard && Duration.between(begun, context.time().now()).compareTo(WATCH_REFUSED) < 0) {
      throw ApiFailure.noAnswer("the watch was ended at once");
    }
  }

  private void take(WatchStream.WatchEvent<T> event) {
    T object = event.object();
    if (object != null) {
      switch (event.type()) {
        case ADDED, MODIFIED -> listener.changed(object);
        case DELETED -> listener.removed(object);
        case BOOKMARK -> {}
      }
    }
    if (!event.version().isEmpty()) {
      version = event.version();
    }
  }

  private void failed(ApiFailure failure) {
    if (closed) {
      return;
    }
    String what = version.isEmpty() ? "list" : "watch";
    if (startsAnew(failure)) {
      version = "";
    }
    Duration wait = (failure.gone() ? listDelay : delay).afterFailure(context.time().now());
    Optional<Duration> asked = failure.retryAfter();
    if (asked.isPresent() && asked.get().compareTo(wait) > 0) {
      wait = asked.get();
    }
    // A server that is away for long would otherwise fill the log.
    context
        .journal()
        .write(
            troubled || failure.gone() ? Journal.Level.DETAIL : Journal.Level.WARNING,
            "WatchFailed",
            "cannot %s %s: %s; next attempt in %d ms"
                .formatted(what, Queries.bare(path), failure.getMessage(), wait.toMillis()));
    troubled = troubled || !failure.gone();
    if (rest.take(wait, asked.orElse(Duration.ZERO))) {
      // A server that has just begun may refuse a few more times, and not for long.
      delay.forget();
    }
  }

  private void calm() {
    if (troubled) {
      troubled = false;
      context
          .journal()
          .write(Journal.Level.NORMAL, "Watching", "watching " + Queries.bare(path) + " again");
    }
  }

  /** Whether a watch from the same version would only fail again. */
  private static boolean startsAnew(ApiFailure failure) {
    return !failure.passing() || failure.inWatch() || failure.versionTooLarge();
  }
}

package dev.jubelet.nodeserver.logs;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells followers of logs that something in a directory was written, came or went. One inotify
 * instance and one watch for each directory serve all of them.
 */
public final class LogChanges implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LogChanges.class.getName());

  private final Map<Path, Watched> watched = new HashMap<>();
  private @Nullable WatchService service;
  private boolean closed;

  private record Watched(@Nullable WatchKey key, Set<Follower> followers) {}

  /** Waits for changes of one directory. */
  public final class Follower implements AutoCloseable {
    private final Path directory;
    private final Semaphore changes = new Semaphore(0);

    private Follower(Path directory) {
      this.directory = directory;
    }

    /**
     * Returns after the next change, or when the time has passed.
     *
     * @throws InterruptedException when nobody wants to know any more
     */
    public void await(Duration atMost) throws InterruptedException {
      if (changes.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        changes.drainPermits();
      }
    }

    @Override
    public void close() {
      leave(this);
    }
  }

  /** What changes from now on is told. */
  public synchronized Follower follow(Path directory) {
    Follower follower = new Follower(directory);
    watched
        .computeIfAbsent(directory, each -> new Watched(register(each), new LinkedHashSet<>()))
        .followers()
        .add(follower);
    return follower;
  }

  private synchronized void leave(Follower follower) {
    Watched at = watched.get(follower.directory);
    if (at != null && at.followers().remove(follower) && at.followers().isEmpty()) {
      watched.remove(follower.directory);
      WatchKey key = at.key();
      if (key != null) {
        key.cancel();
      }
    }
  }

  /** Null when the kernel has no watch left: followers then look when their time has passed. */
  private @Nullable WatchKey register(Path directory) {
    try {
      return directory.register(
          running(),
          StandardWatchEventKinds.ENTRY_MODIFY,
          StandardWatchEventKinds.ENTRY_CREATE,
          StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException refused) {
      LOG.log(
          System.Logger.Level.WARNING,
          "a log directory cannot be watched, so it is looked at from time to time: "
              + refused.getMessage());
      return null;
    }
  }

  private WatchService running() throws IOException {
    WatchService present = service;
    if (present != null) {
      return present;
    }
    if (closed) {
      throw new IOException("closed");
    }
    WatchService made = FileSystems.getDefault().newWatchService();
    service = made;
    Thread.ofVirtual().name("log changes").start(() -> tell(made));
    return made;
  }

  private void tell(WatchService from) {
    try {
      while (true) {
        WatchKey key = from.take();
        key.pollEvents();
        tell((Path) key.watchable());
        key.reset();
      }
    } catch (ClosedWatchServiceException | InterruptedException end) {
      // Followers go on without us; they end with their connections.
      return;
    }
  }

  private synchronized void tell(Path directory) {
    Watched at = watched.get(directory);
    if (at != null) {
      at.followers().forEach(each -> each.changes.release());
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    WatchService present = service;
    if (present != null) {
      try {
        present.close();
      } catch (IOException broken) {
        LOG.log(System.Logger.Level.DEBUG, "inotify could not be closed", broken);
      }
    }
  }
}

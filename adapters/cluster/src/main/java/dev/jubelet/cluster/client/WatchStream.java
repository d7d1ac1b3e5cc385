package dev.jubelet.cluster.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An open watch. */
public interface WatchStream<T> extends AutoCloseable {
  /**
   * The next event, or nothing when the server has ended the watch. An event of type ERROR is
   * thrown, as is a connection that broke or was silent for too long.
   */
  Optional<WatchEvent<T>> next();

  /** From any thread; whoever waits for an event is then told of the end. */
  @Override
  void close();

  /**
   * What happened to an object.
   *
   * @param version from which a watch goes on after it, or ""
   * @param object as it is afterwards; none for a bookmark
   */
  record WatchEvent<T>(Type type, String version, @Nullable T object) {
    public enum Type {
      ADDED,
      MODIFIED,
      DELETED,
      BOOKMARK
    }
  }
}

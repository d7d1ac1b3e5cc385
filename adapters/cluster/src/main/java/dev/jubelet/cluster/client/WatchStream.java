package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;
import java.util.Optional;

/** An open watch. */
public interface WatchStream extends AutoCloseable {
  /**
   * The next event, or nothing when the server has ended the watch. An event of type ERROR is
   * thrown, as is a connection that broke or was silent for too long.
   */
  Optional<WatchEvent> next();

  /** From any thread; whoever waits for an event is then told of the end. */
  @Override
  void close();

  /** What happened to an object, and the object as it is afterwards. */
  record WatchEvent(Type type, Node.Fields object) {
    public enum Type {
      ADDED,
      MODIFIED,
      DELETED,
      BOOKMARK
    }
  }
}

package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;
import java.util.Optional;

/**
 * The API server. A path begins with a slash and has its query, as in {@code
 * /api/v1/nodes/a?fieldManager=kubelet}. A call blocks until it is answered or its deadline has
 * passed, and fails with {@link ApiFailure}.
 */
public interface ApiServer {
  /** An object, or a list. */
  Node.Fields get(String path);

  /** An object that may not be there. */
  default Optional<Node.Fields> getIfThere(String path) {
    try {
      return Optional.of(get(path));
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** The object as the server has it now. */
  Node.Fields create(String path, Node.Fields object);

  Node.Fields replace(String path, Node.Fields object);

  /** With a strategic merge patch. */
  Node.Fields patch(String path, Node.Fields patch);

  /**
   * @param options a {@code DeleteOptions}, or an object without fields
   */
  void delete(String path, Node.Fields options);

  /** Begins a watch; the path has all parameters of it, {@code watch=true} among them. */
  WatchStream watch(String path);

  /**
   * Runs the task whenever the API server answers again after an outage, until the registration is
   * closed. The task must be short and must not call the API server itself.
   */
  default Registration whenBack(Runnable task) {
    return () -> {};
  }

  /** Ends what was registered. */
  interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}

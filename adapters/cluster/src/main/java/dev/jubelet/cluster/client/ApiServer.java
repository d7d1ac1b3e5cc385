package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonStream;
import dev.jubelet.json.Node;
import java.util.Optional;
import java.util.function.Function;

/**
 * The API server. A path begins with a slash and has its query, as in {@code
 * /api/v1/nodes/a?fieldManager=kubelet}. A call blocks until it is answered or its deadline has
 * passed, and fails with {@link ApiFailure}.
 */
public interface ApiServer {
  /** An object or a list, of which the reader makes something while it arrives. */
  <T> T get(String path, Function<JsonStream, T> reader);

  /** An object that is never large. */
  default Node.Fields get(String path) {
    return get(path, ObjectReader.TREE);
  }

  /** An object that may not be there. */
  default Optional<Node.Fields> getIfThere(String path) {
    return getIfThere(path, ObjectReader.TREE);
  }

  /** An object that may not be there. */
  default <T> Optional<T> getIfThere(String path, Function<JsonStream, T> reader) {
    try {
      return Optional.of(get(path, reader));
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** What the reader makes of the object as the server has it now. */
  <T> T create(String path, Node.Fields object, Function<JsonStream, T> reader);

  /** The object as the server has it now. */
  default Node.Fields create(String path, Node.Fields object) {
    return create(path, object, ObjectReader.TREE);
  }

  Node.Fields replace(String path, Node.Fields object);

  /** With a strategic merge patch. */
  <T> T patch(String path, Node.Fields patch, Function<JsonStream, T> reader);

  default Node.Fields patch(String path, Node.Fields patch) {
    return patch(path, patch, ObjectReader.TREE);
  }

  /**
   * @param options a {@code DeleteOptions}, or an object without fields
   */
  void delete(String path, Node.Fields options);

  /** Begins a watch; the path has all parameters of it, {@code watch=true} among them. */
  <T> WatchStream<T> watch(String path, ObjectReader<T> reader);

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

package dev.jubelet.app.assembly;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.cluster.client.WatchStream;
import dev.jubelet.json.JsonStream;
import dev.jubelet.json.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An API server that cannot be asked before we know who we are there. */
final class DeferredApiServer implements ApiServer {
  private final List<Waiting> waiting = new ArrayList<>();
  private volatile @Nullable ApiServer server;

  /** A registration from before; what it became when the server came. */
  private static final class Waiting implements Registration {
    private final Runnable task;
    private @Nullable Registration real;
    private boolean closed;

    Waiting(Runnable task) {
      this.task = task;
    }

    synchronized boolean pass(ApiServer to) {
      if (!closed) {
        real = to.whenBack(task);
      }
      return !closed;
    }

    @Override
    public synchronized void close() {
      closed = true;
      if (real != null) {
        real.close();
      }
    }
  }

  /** From now on it can. */
  void is(ApiServer found) {
    List<Waiting> before;
    synchronized (waiting) {
      server = found;
      before = List.copyOf(waiting);
      waiting.clear();
    }
    for (Waiting each : before) {
      if (each.pass(found)) {
        each.task.run();
      }
    }
  }

  private ApiServer server() {
    ApiServer found = server;
    if (found == null) {
      throw ApiFailure.noAnswer("there are no credentials for the API server yet");
    }
    return found;
  }

  @Override
  public <T> T get(String path, Function<JsonStream, T> reader) {
    return server().get(path, reader);
  }

  @Override
  public <T> T create(String path, Node.Fields object, Function<JsonStream, T> reader) {
    return server().create(path, object, reader);
  }

  @Override
  public Node.Fields replace(String path, Node.Fields object) {
    return server().replace(path, object);
  }

  @Override
  public <T> T patch(String path, Node.Fields patch, Function<JsonStream, T> reader) {
    return server().patch(path, patch, reader);
  }

  @Override
  public void delete(String path, Node.Fields options) {
    server().delete(path, options);
  }

  @Override
  public <T> WatchStream<T> watch(String path, ObjectReader<T> reader) {
    return server().watch(path, reader);
  }

  @Override
  public Registration whenBack(Runnable task) {
    synchronized (waiting) {
      ApiServer found = server;
      if (found != null) {
        return found.whenBack(task);
      }
      Waiting each = new Waiting(task);
      waiting.add(each);
      return each;
    }
  }
}

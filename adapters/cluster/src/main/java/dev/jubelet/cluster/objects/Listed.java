package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.ObjectListener;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.Node;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All objects of a kind, of which a node may know all. */
final class Listed<T extends Record> implements AutoCloseable {
  private final Class<T> type;
  private final Means means;
  private final Reflector reflector;
  private final Learned<Boolean> complete = new Learned<>();
  private final Map<String, T> objects = new ConcurrentHashMap<>();

  /** Is told what came or changed, and when all are known for whom somebody has waited. */
  interface Listener {
    void changed(String name);

    void complete();
  }

  Listed(String path, Class<T> type, Means means, Listener listener) {
    this.type = type;
    this.means = means;
    this.reflector =
        new Reflector(
            means.api(), path, new Changes(listener), means.time(), means.dice(), means.journal());
  }

  void start() {
    reflector.start();
  }

  @Override
  public void close() {
    reflector.close();
  }

  /** Those that are known now, if any are. */
  Collection<T> soFar() {
    return objects.values();
  }

  /** Fails with these words while they are not known. */
  Collection<T> all(String otherwise) {
    var _ = complete.ask(means.patience(), otherwise);
    return objects.values();
  }

  Optional<T> find(String namespace, String name, String otherwise) {
    var _ = complete.ask(means.patience(), otherwise);
    return Optional.ofNullable(objects.get(namespace + "/" + name));
  }

  private final class Changes implements ObjectListener {
    private final Listener listener;

    Changes(Listener listener) {
      this.listener = listener;
    }

    @Override
    public void listed(List<Node.Fields> all) {
      Map<String, T> next = new LinkedHashMap<>();
      all.forEach(object -> put(next, object));
      objects.keySet().retainAll(next.keySet());
      objects.putAll(next);
      if (complete.is(true)) {
        listener.complete();
      }
      all.forEach(object -> listener.changed(Metadata.of(object).name()));
    }

    @Override
    public void changed(Node.Fields object) {
      put(objects, object);
      listener.changed(Metadata.of(object).name());
    }

    @Override
    public void removed(Node.Fields object) {
      objects.remove(key(object));
    }

    private void put(Map<String, T> into, Node.Fields object) {
      T read = RecordDecoder.lenient().decode(object, type).value();
      if (read != null) {
        into.put(key(object), read);
      }
    }

    private static String key(Node.Fields object) {
      Metadata metadata = Metadata.of(object);
      return metadata.namespace() + "/" + metadata.name();
    }
  }
}

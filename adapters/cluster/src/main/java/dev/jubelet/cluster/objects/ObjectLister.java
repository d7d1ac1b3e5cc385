package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.json.Node;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * All objects of a kind, of which a node may know all. In a life that begins while the API server
 * is away they are as they were in the one before.
 */
final class ObjectLister<T extends Record> implements Reflector.Listener {
  private final Class<T> type;
  private final Consumer<String> onChange;
  private final Runnable onComplete;
  private final Reflector reflector;
  private final CachedObject<Boolean> complete;
  private final Map<String, T> objects = new ConcurrentHashMap<>();
  private final ObjectListFile<T> kept;
  private volatile Map<String, T> former = Map.of();

  /**
   * @param name under which they are kept
   * @param onChange is told the name of what came or changed
   * @param onComplete is run when all are known for whom somebody has waited
   */
  ObjectLister(
      String path,
      String name,
      Class<T> type,
      ApiContext context,
      Duration patience,
      Consumer<String> onChange,
      Runnable onComplete) {
    this.type = type;
    this.onChange = onChange;
    this.onComplete = onComplete;
    this.complete = new CachedObject<>(patience);
    this.kept = new ObjectListFile<>(name, type, context);
    this.reflector = new Reflector(context, path, this);
  }

  void start() {
    Map<String, T> known = new LinkedHashMap<>();
    kept.load().forEach(object -> known.put(key(RecordEncoder.tree(object)), object));
    former = known;
    reflector.start();
  }

  void close() {
    reflector.close();
  }

  /** Those that are known now, if any are. */
  Collection<T> soFar() {
    return (complete.soFar().isPresent() ? objects : former).values();
  }

  /** Fails with these words while they are not known. */
  Collection<T> all(String otherwise) {
    return known(otherwise).values();
  }

  Optional<T> find(String namespace, String name, String otherwise) {
    return Optional.ofNullable(known(otherwise).get(namespace + "/" + name));
  }

  private Map<String, T> known(String otherwise) {
    try {
      var _ = complete.ask(otherwise);
      return objects;
    } catch (OutsideFailure unknown) {
      if (former.isEmpty()) {
        throw unknown;
      }
      return former;
    }
  }

  private static String key(Node.Fields object) {
    Metadata metadata = Metadata.of(object);
    return metadata.namespace() + "/" + metadata.name();
  }

  @Override
  public void listed(List<Node.Fields> all) {
    Map<String, T> next = new LinkedHashMap<>();
    all.forEach(object -> put(next, object));
    objects.keySet().retainAll(next.keySet());
    objects.putAll(next);
    kept.keep(objects::values);
    if (complete.is(true)) {
      onComplete.run();
    }
    all.forEach(object -> onChange.accept(Metadata.of(object).name()));
  }

  @Override
  public void changed(Node.Fields object) {
    put(objects, object);
    kept.keep(objects::values);
    onChange.accept(Metadata.of(object).name());
  }

  @Override
  public void removed(Node.Fields object) {
    objects.remove(key(object));
    kept.keep(objects::values);
  }

  private void put(Map<String, T> into, Node.Fields object) {
    T read = RecordDecoder.lenient().decode(object, type).value();
    if (read != null) {
      into.put(key(object), read);
    }
  }
}

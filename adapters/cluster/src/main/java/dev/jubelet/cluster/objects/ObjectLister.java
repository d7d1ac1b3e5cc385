package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.RecordReader;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.ports.OutsideFailure;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * All objects of a kind, of which a node may know all. In a life that begins while the API server
 * is away they are as they were in the one before.
 */
final class ObjectLister<T extends Record> implements Reflector.Listener<RecordReader.Found<T>> {
  private final Consumer<String> onChange;
  private final Runnable onComplete;
  private final ApiContext context;
  private final RecordReader<T> reader;
  private final Reflector<RecordReader.Found<T>> reflector;
  private final CachedObject<Boolean> complete;
  private final Map<String, T> objects = new ConcurrentHashMap<>();
  private final ObjectListFile<T> kept;
  private volatile Map<String, T> former = Map.of();

  /**
   * @param kept where they are kept
   * @param onChange is told the name of what came or changed
   * @param onComplete is run when all are known for whom somebody has waited
   */
  ObjectLister(
      String path,
      RecordReader<T> reader,
      ObjectListFile<T> kept,
      ApiContext context,
      Duration patience,
      Consumer<String> onChange,
      Runnable onComplete) {
    this.onChange = onChange;
    this.onComplete = onComplete;
    this.complete = new CachedObject<>(patience);
    this.context = context;
    this.reader = reader;
    this.kept = kept;
    this.reflector = new Reflector<>(context, path, reader, this);
  }

  void start() {
    Map<String, T> known = new LinkedHashMap<>();
    kept.load().forEach(object -> known.put(key(Metadata.of(RecordEncoder.tree(object))), object));
    former = known;
    reflector.start();
  }

  void close() {
    reflector.close();
    reader.close();
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

  private static String key(Metadata metadata) {
    return metadata.namespace() + "/" + metadata.name();
  }

  @Override
  public void listed(List<RecordReader.Found<T>> all) {
    Map<String, T> next = new LinkedHashMap<>();
    all.forEach(object -> put(next, object));
    objects.keySet().retainAll(next.keySet());
    objects.putAll(next);
    reader.retain(all.stream().map(RecordReader.Found::metadata).collect(Collectors.toSet()));
    kept.keep(objects::values);
    if (complete.is(true)) {
      onComplete.run();
    }
    all.forEach(object -> onChange.accept(object.metadata().name()));
  }

  @Override
  public void changed(RecordReader.Found<T> object) {
    put(objects, object);
    kept.keep(objects::values);
    onChange.accept(object.metadata().name());
  }

  @Override
  public void removed(RecordReader.Found<T> object) {
    objects.remove(key(object.metadata()));
    reader.forget(object.metadata());
    kept.keep(objects::values);
  }

  private void put(Map<String, T> into, RecordReader.Found<T> object) {
    if (object.value() != null) {
      into.put(key(object.metadata()), object.value());
    } else if (!object.lacking().isEmpty()) {
      context.warn(
          "ObjectTooLarge",
          "this node does without %s: %s".formatted(key(object.metadata()), object.lacking()));
    }
  }
}

package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.RecordReader;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.MemoryBudget;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One ConfigMap or Secret, watched by its name: a node may see only those that its pods refer to.
 * One that cannot change is not watched any more once it is known.
 */
final class WatchedObject<T extends Record & NodeObject>
    implements WatchedObjects.Followed, Reflector.Listener<RecordReader.Found<T>> {
  private static final Duration MEMORY_RETRY = Duration.ofSeconds(60);

  private final ObjectReference reference;
  private final ObjectKind<T> kind;
  private final ApiContext context;
  private final Consumer<ObjectReference> told;
  private final CachedObject<T> cached;
  private final RecordReader<T> reader;
  private final Reflector<RecordReader.Found<T>> reflector;
  private volatile boolean closed;

  WatchedObject(
      ObjectReference reference,
      ObjectKind<T> kind,
      ApiContext context,
      MemoryBudget memory,
      Duration patience,
      Consumer<ObjectReference> told) {
    this.reference = reference;
    this.kind = kind;
    this.context = context;
    this.cached = new CachedObject<>(patience);
    this.told = told;
    this.reader = new RecordReader<>(kind.type(), NodeObject::metadata, memory);
    this.reflector =
        new Reflector<>(
            context,
            "/api/v1/namespaces/%s/%s?fieldSelector=%s"
                .formatted(
                    reference.namespace(),
                    kind.resource(),
                    URLEncoder.encode("metadata.name=" + reference.name(), StandardCharsets.UTF_8)),
            reader,
            this);
  }

  @Override
  public void start() {
    reflector.start();
  }

  Optional<T> find() {
    return cached.ask(
        "failed to sync " + kind.word() + " cache: timed out waiting for the condition");
  }

  @Override
  public void close() {
    closed = true;
    reflector.close();
    reader.close();
  }

  private void learn(@Nullable T now) {
    if (now != null && kind.immutable().test(now)) {
      reflector.close();
    }
    if (cached.is(now) && !closed) {
      told.accept(reference);
    }
  }

  @Override
  public void listed(List<RecordReader.Found<T>> objects) {
    List<RecordReader.Found<T>> own = objects.stream().filter(this::own).toList();
    if (own.isEmpty()) {
      learn(null);
    } else {
      changed(own.getFirst());
    }
  }

  /** What is not understood, or does not fit, leaves what was known before in force. */
  @Override
  public void changed(RecordReader.Found<T> object) {
    if (!own(object)) {
      return;
    }
    if (object.value() != null) {
      learn(object.value());
      return;
    }
    if (!object.lacking().isEmpty()) {
      String problem = "there is no memory for %s: %s".formatted(reference, object.lacking());
      cached.trouble(problem);
      // There may be when others are gone.
      throw new ApiFailure(ApiFailure.NO_ANSWER, "", problem, MEMORY_RETRY);
    }
    // Without what is wrong with it: that may quote a secret.
    String problem = reference + " is not understood by this node";
    context.journal().write(Journal.Level.ERROR, "ObjectNotUnderstood", problem);
    cached.trouble(problem);
  }

  @Override
  public void removed(RecordReader.Found<T> object) {
    if (own(object)) {
      reader.forget(object.metadata());
      learn(null);
    }
  }

  private boolean own(RecordReader.Found<T> object) {
    return object.metadata().name().equals(reference.name());
  }
}

package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.Node;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.ports.Journal;
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
    implements WatchedObjects.Followed, Reflector.Listener {
  private final ObjectReference reference;
  private final ObjectKind<T> kind;
  private final ApiContext context;
  private final Consumer<ObjectReference> told;
  private final CachedObject<T> cached;
  private final Reflector reflector;
  private volatile boolean closed;

  WatchedObject(
      ObjectReference reference,
      ObjectKind<T> kind,
      ApiContext context,
      Duration patience,
      Consumer<ObjectReference> told) {
    this.reference = reference;
    this.kind = kind;
    this.context = context;
    this.cached = new CachedObject<>(patience);
    this.told = told;
    this.reflector =
        new Reflector(
            context,
            "/api/v1/namespaces/%s/%s?fieldSelector=%s"
                .formatted(
                    reference.namespace(),
                    kind.resource(),
                    URLEncoder.encode("metadata.name=" + reference.name(), StandardCharsets.UTF_8)),
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
  public void listed(List<Node.Fields> objects) {
    List<Node.Fields> own = objects.stream().filter(this::own).toList();
    if (own.isEmpty()) {
      learn(null);
    } else {
      changed(own.getFirst());
    }
  }

  @Override
  public void changed(Node.Fields object) {
    if (!own(object)) {
      return;
    }
    T read = RecordDecoder.lenient().decode(object, kind.type()).value();
    if (read != null) {
      learn(read);
      return;
    }
    // Without what is wrong with it: that may quote a secret.
    String problem = reference + " is not understood by this node";
    context.journal().write(Journal.Level.ERROR, "ObjectNotUnderstood", problem);
    cached.trouble(problem);
  }

  @Override
  public void removed(Node.Fields object) {
    if (own(object)) {
      learn(null);
    }
  }

  private boolean own(Node.Fields object) {
    return Metadata.of(object).name().equals(reference.name());
  }
}

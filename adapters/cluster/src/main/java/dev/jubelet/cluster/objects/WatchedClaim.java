package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.Node;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A claim and the volume that it is bound to. A node may get them, but neither list nor watch them:
 * one that is not bound is asked for again, and one that is does not change any more.
 */
final class WatchedClaim extends PolledObject<WatchedClaim.Bound> {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** What is known; the volume is null while there is none. */
  record Bound(PersistentVolumeClaim claim, @Nullable PersistentVolume volume) {}

  private final ObjectReference reference;

  // Only one look at a time touches it.
  private Duration next = FIRST;

  WatchedClaim(
      ObjectReference reference,
      ApiContext context,
      Duration patience,
      Consumer<ObjectReference> told) {
    super("look at " + reference, context, patience, reference, told);
    this.reference = reference;
  }

  Optional<PersistentVolumeClaim> find() {
    return cached
        .ask(
            "error processing PVC %s/%s: failed to fetch PVC from API server: no answer yet"
                .formatted(reference.namespace(), reference.name()))
        .map(Bound::claim);
  }

  Optional<PersistentVolume> volume() {
    return cached.soFar().flatMap(bound -> Optional.ofNullable(bound.volume()));
  }

  @Override
  Optional<Duration> look() {
    try {
      Bound now = read();
      learn(now);
      return now.volume() == null ? Optional.of(slower()) : Optional.empty();
    } catch (ApiFailure failure) {
      if (failure.notFound()) {
        learn(null);
        return Optional.of(slower());
      }
      cached.trouble(
          "error processing PVC %s/%s: failed to fetch PVC from API server: %s"
              .formatted(reference.namespace(), reference.name(), failure.getMessage()));
      return Optional.of(afterFailure());
    }
  }

  private Bound read() {
    String path =
        "/api/v1/namespaces/%s/persistentvolumeclaims/%s"
            .formatted(reference.namespace(), reference.name());
    PersistentVolumeClaim claim =
        decode(path, context.api().get(path), PersistentVolumeClaim.class);
    boolean bound =
        claim.status() != null
            && claim.status().phase().equals("Bound")
            && !claim.spec().volumeName().isEmpty();
    return new Bound(claim, bound ? volume(claim.spec().volumeName()) : null);
  }

  private @Nullable PersistentVolume volume(String name) {
    String path = "/api/v1/persistentvolumes/" + name;
    return context
        .api()
        .getIfThere(path)
        .map(found -> decode(path, found, PersistentVolume.class))
        .orElse(null);
  }

  private static <T extends Record> T decode(String path, Node.Fields object, Class<T> type) {
    T found = RecordDecoder.lenient().decode(object, type).value();
    if (found == null) {
      throw ApiFailure.noAnswer(path + " is not understood by this node");
    }
    return found;
  }

  private Duration slower() {
    Duration now = next;
    Duration longer = now.multipliedBy(3).dividedBy(2);
    next = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
    return now;
  }
}

package dev.jubelet.model.meta;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@RecordBuilder
public record ObjectMeta(
    String name,
    String generateName,
    String namespace,
    String uid,
    String resourceVersion,
    long generation,
    @Nullable Instant creationTimestamp,
    @Nullable Instant deletionTimestamp,
    @Nullable Long deletionGracePeriodSeconds,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<OwnerReference> ownerReferences,
    List<String> finalizers) {

  public ObjectMeta {
    labels = Ordered.copyOf(labels);
    annotations = Ordered.copyOf(annotations);
    ownerReferences = List.copyOf(ownerReferences);
    finalizers = List.copyOf(finalizers);
  }

  /** The same object under the identity that the node gives a static pod. */
  public ObjectMeta withIdentity(String newName, String newNamespace, String newUid) {
    return ObjectMetaBuilder.builder(this)
        .name(newName)
        .namespace(newNamespace)
        .uid(newUid)
        .build();
  }

  public ObjectMeta withAnnotations(Map<String, String> added) {
    Map<String, String> all = new LinkedHashMap<>(annotations);
    all.putAll(added);
    return ObjectMetaBuilder.builder(this).annotations(all).build();
  }
}

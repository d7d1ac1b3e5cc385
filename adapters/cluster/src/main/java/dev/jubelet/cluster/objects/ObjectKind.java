package dev.jubelet.cluster.objects;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.Node;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.Secret;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A kind of objects that are followed one by one.
 *
 * @param resource as paths name it
 * @param word as messages name it
 * @param immutable whether one never changes
 */
record ObjectKind<T extends NodeObject>(
    String resource, String word, Reading<T> reading, Predicate<T> immutable) {
  static final ObjectKind<ConfigMap> CONFIG_MAPS =
      new ObjectKind<>(
          "configmaps",
          "configmap",
          tree -> RecordDecoder.lenient().decode(tree, ConfigMap.class).value(),
          map -> Boolean.TRUE.equals(map.immutable()));

  static final ObjectKind<Secret> SECRETS =
      new ObjectKind<>(
          "secrets",
          "secret",
          tree -> RecordDecoder.lenient().decode(tree, Secret.class).value(),
          secret -> Boolean.TRUE.equals(secret.immutable()));

  /** Null for what is not understood. */
  interface Reading<T> {
    @Nullable T of(Node.Fields tree);
  }

  @Nullable T read(Node.Fields tree) {
    return reading.of(tree);
  }
}

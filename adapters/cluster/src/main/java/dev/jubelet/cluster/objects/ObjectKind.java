package dev.jubelet.cluster.objects;

import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.NodeObject;
import dev.jubelet.model.objects.Secret;
import java.util.function.Predicate;

/**
 * A kind of objects that are followed one by one.
 *
 * @param resource as paths name it
 * @param word as messages name it
 * @param immutable whether one never changes
 */
record ObjectKind<T extends Record & NodeObject>(
    String resource, String word, Class<T> type, Predicate<T> immutable) {
  static final ObjectKind<ConfigMap> CONFIG_MAPS =
      new ObjectKind<>(
          "configmaps", "configmap", ConfigMap.class, map -> Boolean.TRUE.equals(map.immutable()));

  static final ObjectKind<Secret> SECRETS =
      new ObjectKind<>(
          "secrets", "secret", Secret.class, secret -> Boolean.TRUE.equals(secret.immutable()));
}

package dev.jubelet.ports;

import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.objects.Service;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The objects that pods refer to: those of the API server, or those of the manifest directory where
 * there is none. Answers come from memory. Empty means that there is no such object. What is not
 * known yet is waited for, a second at most, and is then a failure of kind {@link
 * FailureKind#UNAVAILABLE}; the listener is told as soon as it is known.
 */
public interface NodeObjects {
  /** Those that a pod may refer to, by where it comes from. */
  default NodeObjects of(Pod pod) {
    return this;
  }

  Optional<ConfigMap> configMap(String namespace, String name);

  Optional<Secret> secret(String namespace, String name);

  Optional<PersistentVolumeClaim> claim(String namespace, String name);

  /** All, or those that claims of pods are bound to where {@link #bindsClaims} says so. */
  List<PersistentVolume> persistentVolumes();

  /** Whether claims are bound by a cluster, and not by this node. */
  default boolean bindsClaims() {
    return false;
  }

  /** How a cluster labels this node; empty while none has said so. */
  default Map<String, String> nodeLabels() {
    return Map.of();
  }

  /** The services that pods of a namespace are told of, {@code default/kubernetes} among them. */
  default List<Service> services(String namespace) {
    return List.of();
  }

  /** The handler of a RuntimeClass; without an API server a class is named as its handler is. */
  default String runtimeHandler(String runtimeClass) {
    return runtimeClass;
  }

  /** A token for the pod's service account; empty where nobody gives such tokens. */
  default Optional<Blob> token(Pod pod, ServiceAccountTokenProjection wanted) {
    return Optional.empty();
  }

  /** The listener is told after an object came, changed or went. */
  void onChange(Consumer<ObjectReference> listener);
}

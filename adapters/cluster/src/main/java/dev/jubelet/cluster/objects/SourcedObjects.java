package dev.jubelet.cluster.objects;

import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.objects.Service;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.NodeObjects;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The objects of a node in a cluster: a pod of the API server has those of the API server, and a
 * static pod only those of manifests, since nobody there has allowed it anything else.
 */
public final class SourcedObjects implements NodeObjects {
  private static final String SOURCE = "kubernetes.io/config.source";

  private final NodeObjects manifests;
  private final ApiObjects api;

  public SourcedObjects(NodeObjects manifests, ApiObjects api) {
    this.manifests = manifests;
    this.api = api;
  }

  @Override
  public NodeObjects of(Pod pod) {
    return "api".equals(pod.metadata().annotations().get(SOURCE)) ? api : this;
  }

  @Override
  public Optional<ConfigMap> configMap(String namespace, String name) {
    return manifests.configMap(namespace, name);
  }

  @Override
  public Optional<Secret> secret(String namespace, String name) {
    return manifests.secret(namespace, name);
  }

  @Override
  public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
    return manifests.claim(namespace, name);
  }

  @Override
  public List<PersistentVolume> persistentVolumes() {
    return manifests.persistentVolumes();
  }

  @Override
  public List<Service> services(String namespace) {
    return api.servicesSoFar(namespace);
  }

  @Override
  public void onChange(Consumer<ObjectReference> listener) {
    manifests.onChange(listener);
    api.onChange(listener);
  }
}

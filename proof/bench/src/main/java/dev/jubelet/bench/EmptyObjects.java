package dev.jubelet.bench;

import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.ports.NodeObjects;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The pod under test refers to nothing. */
final class EmptyObjects implements NodeObjects {
  @Override
  public Optional<ConfigMap> configMap(String namespace, String name) {
    return Optional.empty();
  }

  @Override
  public Optional<Secret> secret(String namespace, String name) {
    return Optional.empty();
  }

  @Override
  public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
    return Optional.empty();
  }

  @Override
  public List<PersistentVolume> persistentVolumes() {
    return List.of();
  }

  @Override
  public void onChange(Consumer<ObjectReference> listener) {
    // Nothing ever changes.
  }
}

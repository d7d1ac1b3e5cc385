package dev.jubelet.testkit;

import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.ports.NodeObjects;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Objects that a test puts in; whoever listens is told of each at once. */
public final class FakeObjects implements NodeObjects {
  private final Map<ObjectReference, Object> objects = new LinkedHashMap<>();
  private final List<Consumer<ObjectReference>> listeners = new ArrayList<>();

  public void put(ConfigMap map) {
    keep(new ObjectReference("ConfigMap", map.metadata().namespace(), map.metadata().name()), map);
  }

  public void put(Secret secret) {
    keep(
        new ObjectReference("Secret", secret.metadata().namespace(), secret.metadata().name()),
        secret);
  }

  public void put(PersistentVolumeClaim claim) {
    keep(
        new ObjectReference(
            "PersistentVolumeClaim", claim.metadata().namespace(), claim.metadata().name()),
        claim);
  }

  public void put(PersistentVolume volume) {
    keep(new ObjectReference("PersistentVolume", "", volume.metadata().name()), volume);
  }

  public void remove(ObjectReference reference) {
    synchronized (this) {
      objects.remove(reference);
    }
    tell(reference);
  }

  private void keep(ObjectReference reference, Object object) {
    synchronized (this) {
      objects.put(reference, object);
    }
    tell(reference);
  }

  private void tell(ObjectReference reference) {
    List<Consumer<ObjectReference>> told;
    synchronized (this) {
      told = List.copyOf(listeners);
    }
    told.forEach(listener -> listener.accept(reference));
  }

  private synchronized <T> Optional<T> find(
      String kind, String namespace, String name, Class<T> type) {
    return Optional.ofNullable(objects.get(new ObjectReference(kind, namespace, name)))
        .map(type::cast);
  }

  @Override
  public Optional<ConfigMap> configMap(String namespace, String name) {
    return find("ConfigMap", namespace, name, ConfigMap.class);
  }

  @Override
  public Optional<Secret> secret(String namespace, String name) {
    return find("Secret", namespace, name, Secret.class);
  }

  @Override
  public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
    return find("PersistentVolumeClaim", namespace, name, PersistentVolumeClaim.class);
  }

  @Override
  public synchronized List<PersistentVolume> persistentVolumes() {
    return objects.values().stream()
        .filter(PersistentVolume.class::isInstance)
        .map(PersistentVolume.class::cast)
        .toList();
  }

  @Override
  public synchronized void onChange(Consumer<ObjectReference> listener) {
    listeners.add(listener);
  }
}

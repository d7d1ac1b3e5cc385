package dev.jubelet.testkit;

import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.objects.Service;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.OutsideFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Objects that a test puts in; whoever listens is told of each at once. */
public final class FakeObjects implements NodeObjects {
  private final Map<ObjectReference, Object> objects = new LinkedHashMap<>();
  private final Set<ObjectReference> unknown = new HashSet<>();
  private final List<Service> services = new ArrayList<>();
  private final Map<String, String> handlers = new LinkedHashMap<>();
  private final List<Consumer<ObjectReference>> listeners = new ArrayList<>();
  private boolean bindsClaims;
  private @Nullable Blob token;

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

  public synchronized void put(Service service) {
    services.add(service);
  }

  public void putRuntimeClass(String name, String handler) {
    synchronized (this) {
      handlers.put(name, handler);
    }
    tell(new ObjectReference("RuntimeClass", "", name));
  }

  /** Every service account has this token from now on. */
  public synchronized void token(String text) {
    token = Blob.of(text);
  }

  /** A cluster binds claims from now on, and knows of RuntimeClasses. */
  public synchronized void ofCluster() {
    bindsClaims = true;
  }

  /** Whoever asks for it is told that it is not known yet, until it is put or removed. */
  public synchronized void unknown(ObjectReference reference) {
    unknown.add(reference);
  }

  public void remove(ObjectReference reference) {
    synchronized (this) {
      unknown.remove(reference);
      objects.remove(reference);
    }
    tell(reference);
  }

  private void keep(ObjectReference reference, Object object) {
    synchronized (this) {
      unknown.remove(reference);
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
    ObjectReference reference = new ObjectReference(kind, namespace, name);
    if (unknown.contains(reference)) {
      throw new OutsideFailure(FailureKind.UNAVAILABLE, reference + " is not known yet");
    }
    return Optional.ofNullable(objects.get(reference)).map(type::cast);
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
  public synchronized boolean bindsClaims() {
    return bindsClaims;
  }

  @Override
  public synchronized List<Service> services(String namespace) {
    return List.copyOf(services);
  }

  @Override
  public synchronized Optional<Blob> token(Pod pod, ServiceAccountTokenProjection wanted) {
    return Optional.ofNullable(token);
  }

  @Override
  public synchronized String runtimeHandler(String runtimeClass) {
    String handler = bindsClaims ? handlers.get(runtimeClass) : runtimeClass;
    if (handler == null) {
      throw new OutsideFailure(
          FailureKind.NOT_FOUND, "runtimeclass.node.k8s.io \"" + runtimeClass + "\" not found");
    }
    return handler;
  }

  @Override
  public synchronized void onChange(Consumer<ObjectReference> listener) {
    listeners.add(listener);
  }
}

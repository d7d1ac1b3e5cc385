package dev.jubelet.cluster.objects;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.RecordReader;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.RuntimeClass;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.objects.Service;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.PodSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of the API server that its pods refer to, each followed for as long as a pod needs
 * it. Secrets and tokens are in memory only.
 */
public final class ApiObjects implements NodeObjects, AutoCloseable {
  /** Kubernetes waits as long for an object that is not in its cache yet. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ApiContext context;
  private final List<Consumer<ObjectReference>> listeners = new CopyOnWriteArrayList<>();
  private final WatchedObjects<ObjectReference, WatchedObject<ConfigMap>> configMaps;
  private final WatchedObjects<ObjectReference, WatchedObject<Secret>> secrets;
  private final WatchedObjects<ObjectReference, WatchedClaim> claims;
  private final WatchedObjects<WatchedToken.Key, WatchedToken> tokens;
  private final ObjectLister<Service> services;
  private final ObjectLister<RuntimeClass> runtimeClasses;
  private volatile Map<String, String> labels = Map.of();
  private ApiServer.@Nullable Registration back;

  /** Whose needs are followed: a source gives a pod the same spec as long as it does not change. */
  private List<PodSpec> askers = List.of();

  /**
   * @param memory for all objects; one may take a quarter of it
   */
  public ApiObjects(ApiContext context, MemoryBudget memory) {
    this(context, memory, PATIENCE);
  }

  ApiObjects(ApiContext context, MemoryBudget memory, Duration patience) {
    this.context = context;
    this.configMaps =
        new WatchedObjects<>(key ->
            new WatchedObject<>(
                key, ObjectKind.CONFIG_MAPS, context, memory, patience, this::tell));
    this.secrets =
        new WatchedObjects<>(key ->
            new WatchedObject<>(key, ObjectKind.SECRETS, context, memory, patience, this::tell));
    this.claims = new WatchedObjects<>(key -> new WatchedClaim(key, context, patience, this::tell));
    this.tokens = new WatchedObjects<>(key -> new WatchedToken(key, context, patience, this::tell));
    this.services =
        new ObjectLister<>(
            "/api/v1/services",
            new RecordReader<>(Service.class, Service::metadata, memory),
            new ObjectListFile<>("api-services", Service.class, context),
            context,
            patience,
            // Kubernetes: what runs keeps the variables that it began with.
            _ -> {},
            () -> tell(new ObjectReference("ServiceList", "", "")));
    this.runtimeClasses =
        new ObjectLister<>(
            "/apis/node.k8s.io/v1/runtimeclasses",
            new RecordReader<>(RuntimeClass.class, RuntimeClass::metadata, memory),
            new ObjectListFile<>("api-runtime-classes", RuntimeClass.class, context),
            context,
            patience,
            name -> tell(new ObjectReference("RuntimeClass", "", name)),
            // Whoever asks for a class that is there hears of that one.
            () -> {});
  }

  /** Begins to follow what pods of all kinds need. */
  public synchronized void start() {
    services.start();
    runtimeClasses.start();
    back = context.api().whenBack(this::hurry);
  }

  /** Follows what the pods of a delivery of the API server refer to, and nothing else. */
  public synchronized void needed(PodSource.Delivery delivery) {
    List<PodSpec> now = PodNeeds.askers(delivery.pods());
    // Most deliveries come from statuses that we told ourselves.
    if (delivery.certain() && sameInstances(now, askers)) {
      return;
    }
    askers = delivery.certain() ? now : List.of();
    PodNeeds needs = PodNeeds.of(delivery.pods());
    configMaps.need(needs.ofKind(PodNeeds.CONFIG_MAP), delivery.certain());
    secrets.need(needs.ofKind(PodNeeds.SECRET), delivery.certain());
    claims.need(needs.ofKind(PodNeeds.CLAIM), delivery.certain());
    tokens.need(needs.tokens(), delivery.certain());
  }

  private static boolean sameInstances(List<PodSpec> a, List<PodSpec> b) {
    return a.size() == b.size() && IntStream.range(0, a.size()).allMatch(i -> a.get(i) == b.get(i));
  }

  /**
   * What decides about local volumes is how the node is labelled there, not what it says itself.
   */
  public void labelled(Map<String, String> now) {
    labels = Map.copyOf(now);
  }

  @Override
  public Map<String, String> nodeLabels() {
    return labels;
  }

  @Override
  public synchronized void close() {
    if (back != null) {
      back.close();
    }
    configMaps.close();
    secrets.close();
    claims.close();
    tokens.close();
    services.close();
    runtimeClasses.close();
  }

  private void hurry() {
    Duration soon = Duration.ofMillis(200 + (long) (800 * context.jitter().next()));
    claims.all().forEach(claim -> claim.hurry(soon));
    tokens.all().forEach(token -> token.hurry(soon));
  }

  private void tell(ObjectReference changed) {
    listeners.forEach(listener -> listener.accept(changed));
  }

  @Override
  public void onChange(Consumer<ObjectReference> listener) {
    listeners.add(listener);
  }

  @Override
  public Optional<ConfigMap> configMap(String namespace, String name) {
    return followed(configMaps, new ObjectReference(PodNeeds.CONFIG_MAP, namespace, name)).find();
  }

  @Override
  public Optional<Secret> secret(String namespace, String name) {
    return followed(secrets, new ObjectReference(PodNeeds.SECRET, namespace, name)).find();
  }

  private static <F extends WatchedObjects.Followed> F followed(
      WatchedObjects<ObjectReference, F> among, ObjectReference reference) {
    F followed = among.get(reference);
    if (followed == null && among.isFull()) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "there is no room for %s: this node follows at most %d objects of a kind"
              .formatted(reference, WatchedObjects.MAX));
    }
    if (followed == null) {
      throw unregistered(reference.namespace(), reference.name());
    }
    return followed;
  }

  private static OutsideFailure unregistered(String namespace, String name) {
    return new OutsideFailure(
        FailureKind.UNAVAILABLE, "object \"%s\"/\"%s\" not registered".formatted(namespace, name));
  }

  @Override
  public boolean bindsClaims() {
    return true;
  }

  @Override
  public Optional<PersistentVolumeClaim> claim(String namespace, String name) {
    return followed(claims, new ObjectReference(PodNeeds.CLAIM, namespace, name)).find();
  }

  @Override
  public List<PersistentVolume> persistentVolumes() {
    return claims.all().stream().flatMap(claim -> claim.volume().stream()).toList();
  }

  @Override
  public List<Service> services(String namespace) {
    return told(
        services.all("services have not yet been read at least once, cannot construct envvars"),
        namespace);
  }

  /** For static pods, which do not wait for an API server. */
  List<Service> servicesSoFar(String namespace) {
    return told(services.soFar(), namespace);
  }

  private static List<Service> told(Collection<Service> all, String namespace) {
    return all.stream()
        .filter(service ->
            service.metadata().namespace().equals(namespace)
                || (service.metadata().namespace().equals("default")
                    && service.metadata().name().equals("kubernetes")))
        .toList();
  }

  @Override
  public String runtimeHandler(String runtimeClass) {
    return runtimeClasses
        .find("", runtimeClass, "runtimeclasses have not yet been read at least once")
        .orElseThrow(() ->
            new OutsideFailure(
                FailureKind.NOT_FOUND,
                "runtimeclass.node.k8s.io \"%s\" not found".formatted(runtimeClass)))
        .handler();
  }

  @Override
  public Optional<Blob> token(Pod pod, ServiceAccountTokenProjection wanted) {
    WatchedToken token = tokens.get(WatchedToken.Key.of(pod, wanted));
    if (token == null) {
      throw unregistered(pod.metadata().namespace(), pod.spec().serviceAccountName());
    }
    return token.find();
  }
}

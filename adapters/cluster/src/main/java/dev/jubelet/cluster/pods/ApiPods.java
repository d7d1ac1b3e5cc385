package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodSource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pods that the API server has bound to this node. After a start without it, those that were known
 * in an earlier life are delivered until it answers.
 */
public final class ApiPods implements PodSource {
  /** The server, if it is there, answers sooner, and better than the disk. */
  static final Duration HEAD_START = Duration.ofSeconds(2);

  private final PodCache cache;
  private final ApiPodFiles kept;
  private final RefusedPods refused;
  private final NodeTime time;
  private final ApiPodReader reader;
  private final Reflector<ApiPod> reflector;
  private final CompletableFuture<Void> nodeKnown;

  private @Nullable Consumer<Delivery> listener;
  private NodeTime.@Nullable Alarm alarm;
  private boolean closed;

  /** What an earlier life knew, until the server has said what there is. */
  private volatile Map<PodUid, ApiPod> former = Map.of();

  /**
   * @param memory what all pods may take; one may take a twelfth of it
   * @param nodeKnown when it is known who may run here: before that, somebody would be turned away
   *     who need not be
   */
  public ApiPods(
      ApiContext context,
      String nodeName,
      PodCache cache,
      ApiPodFiles kept,
      RefusedPods refused,
      MemoryBudget memory,
      CompletableFuture<Void> nodeKnown) {
    this.nodeKnown = nodeKnown;
    this.cache = cache;
    this.kept = kept;
    this.refused = refused;
    this.time = context.time();
    this.reader = new ApiPodReader(memory, memory.limit() / 12, this::known);
    this.reflector = new Reflector<>(context, path(nodeName), reader, new Changes());
  }

  static String path(String nodeName) {
    return "/api/v1/pods?fieldSelector="
        + URLEncoder.encode("spec.nodeName=" + nodeName, StandardCharsets.UTF_8);
  }

  private @Nullable ApiPod known(PodUid uid) {
    return cache.get(uid).orElse(former.get(uid));
  }

  @Override
  public String name() {
    return "api";
  }

  @Override
  public void start(Consumer<Delivery> newListener) {
    List<ApiPod> known = kept.load(reader);
    Map<PodUid, ApiPod> byUid = new LinkedHashMap<>();
    known.forEach(pod -> byUid.put(pod.uid(), pod));
    former = byUid;
    synchronized (this) {
      if (closed || listener != null) {
        throw new IllegalStateException("a source starts once");
      }
      listener = newListener;
      if (!known.isEmpty()) {
        alarm = time.after(HEAD_START, this::deliverKept);
      }
    }
    var _ = nodeKnown.thenRun(reflector::start);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (alarm != null) {
      alarm.cancel();
    }
    reflector.close();
  }

  private synchronized void deliverKept() {
    if (closed || cache.complete()) {
      return;
    }
    List<Pod> pods = own(former.values().stream());
    Objects.requireNonNull(listener).accept(new Delivery(name(), pods, List.of(), false));
  }

  private synchronized void deliver() {
    if (!closed && listener != null) {
      listener.accept(new Delivery(name(), own(cache.all().stream()), List.of()));
    }
  }

  /** Those to run: a mirror only shows a pod of this node. */
  private static List<Pod> own(Stream<ApiPod> pods) {
    return pods.map(ApiPod::pod).filter(Objects::nonNull).toList();
  }

  /** One thing at a time, on the reflector's thread. */
  private final class Changes implements Reflector.Listener<ApiPod> {
    @Override
    public void listed(List<ApiPod> pods) {
      cache.replace(pods);
      former = Map.of();
      reader.retain(pods.stream().map(ApiPod::uid).collect(Collectors.toSet()));
      pods.forEach(refused::look);
      keep(true);
      deliver();
    }

    @Override
    public void changed(ApiPod pod) {
      Pod before = cache.get(pod.uid()).map(ApiPod::pod).orElse(null);
      cache.put(pod);
      refused.look(pod);
      if (!pod.isMirror()) {
        keep(before == null || pod.pod() == null || !before.spec().equals(pod.pod().spec()));
        deliver();
      }
    }

    @Override
    public void removed(ApiPod pod) {
      cache.remove(pod);
      reader.forget(pod.uid());
      refused.forget(pod.uid());
      keep(true);
      deliver();
    }

    private void keep(boolean atOnce) {
      kept.keep(() -> own(cache.all().stream()), atOnce);
    }
  }
}

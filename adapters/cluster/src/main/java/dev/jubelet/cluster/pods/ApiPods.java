package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.cluster.client.Reflector;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodSource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
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
  private final PodListFile kept;
  private final RefusedPods refused;
  private final NodeTime time;
  private final Reflector reflector;
  private final CompletableFuture<Void> nodeKnown;

  private @Nullable Consumer<Delivery> listener;
  private NodeTime.@Nullable Alarm alarm;
  private boolean closed;

  /**
   * @param nodeKnown when it is known who may run here: before that, somebody would be turned away
   *     who need not be
   */
  public ApiPods(
      ApiContext context,
      String nodeName,
      PodCache cache,
      PodListFile kept,
      RefusedPods refused,
      CompletableFuture<Void> nodeKnown) {
    this.nodeKnown = nodeKnown;
    this.cache = cache;
    this.kept = kept;
    this.refused = refused;
    this.time = context.time();
    this.reflector = new Reflector(context, path(nodeName), new Changes());
  }

  static String path(String nodeName) {
    return "/api/v1/pods?fieldSelector="
        + URLEncoder.encode("spec.nodeName=" + nodeName, StandardCharsets.UTF_8);
  }

  @Override
  public String name() {
    return "api";
  }

  @Override
  public void start(Consumer<Delivery> newListener) {
    List<Node.Fields> known = kept.load();
    synchronized (this) {
      if (closed || listener != null) {
        throw new IllegalStateException("a source starts once");
      }
      listener = newListener;
      if (!known.isEmpty()) {
        alarm = time.after(HEAD_START, () -> deliverKept(known));
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

  private synchronized void deliverKept(List<Node.Fields> known) {
    if (closed || cache.complete()) {
      return;
    }
    List<Pod> pods = own(known.stream().map(object -> ApiPodReader.read(object, (Pod) null)));
    Objects.requireNonNull(listener).accept(new Delivery(name(), pods, List.of(), false));
  }

  private synchronized void deliver() {
    if (!closed && listener != null) {
      listener.accept(new Delivery(name(), own(cache.all().stream()), List.of()));
    }
  }

  /** Those to run: a mirror only shows a pod of this node. */
  private static List<Pod> own(Stream<ApiPod> pods) {
    return pods.filter(pod -> !pod.isMirror()).map(ApiPod::pod).filter(Objects::nonNull).toList();
  }

  /** One thing at a time, on the reflector's thread. */
  private final class Changes implements Reflector.Listener {
    @Override
    public void listed(List<Node.Fields> objects) {
      cache.replace(objects);
      cache.all().forEach(refused::look);
      keep(true);
      deliver();
    }

    @Override
    public void changed(Node.Fields object) {
      Pod before = cache.get(new ApiPod(object, null, "").uid()).map(ApiPod::pod).orElse(null);
      ApiPod pod = cache.put(object);
      refused.look(pod);
      if (!pod.isMirror()) {
        keep(before == null || pod.pod() == null || !before.spec().equals(pod.pod().spec()));
        deliver();
      }
    }

    @Override
    public void removed(Node.Fields object) {
      cache.remove(object);
      refused.forget(new ApiPod(object, null, "").uid());
      keep(true);
      deliver();
    }

    private void keep(boolean atOnce) {
      kept.keep(
          () -> cache.all().stream().filter(pod -> !pod.isMirror()).map(ApiPod::tree).toList(),
          atOnce);
    }
  }
}

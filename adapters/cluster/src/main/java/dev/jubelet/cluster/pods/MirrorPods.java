package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiContext;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.retry.RetryBackoff;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.PodSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a mirror in the API server for every static pod, so that others can see it: made once the
 * pod is wanted, made anew when somebody deletes it or it shows another pod, taken away when the
 * pod has ended and nobody wants it.
 */
public final class MirrorPods {
  private static final String HASH = "kubernetes.io/config.hash";
  private static final RetryBackoff BACKOFF =
      new RetryBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

  private final ApiContext context;
  private final PodCache cache;
  private final MirrorCalls calls;
  private final List<String> sources;

  private final Map<String, Map<PodName, Pod>> wanted = new LinkedHashMap<>();
  private final Map<PodUid, Pod> alive = new LinkedHashMap<>();
  private final Map<PodName, Desk> desks = new LinkedHashMap<>();

  /** What is under way for one name. */
  private static final class Desk {
    boolean busy;
    NodeTime.@Nullable Alarm alarm;
    int failures;
    String told = "";

    /** Made or deleted by us, though the cache may not have seen it yet. */
    String madeUid = "";

    String deletedUid = "";

    /** It shows the end of a pod; another pod of the same UID gets a mirror of its own. */
    String overUid = "";
  }

  sealed interface Task {
    record Make(Pod pod) implements Task {}

    record Delete(PodName name, PodUid uid) implements Task {}
  }

  /**
   * How a task went.
   *
   * @param uid of what was made or deleted; "" when it failed
   * @param message why it failed
   * @param silent whether people hear of it in another way
   */
  record Answer(String uid, String message, boolean silent) {}

  /**
   * @param sources the names of the sources of static pods
   */
  public MirrorPods(ApiContext context, PodCache cache, MirrorCalls calls, List<String> sources) {
    this.context = context;
    this.cache = cache;
    this.calls = calls;
    this.sources = List.copyOf(sources);
    cache.onChange(new Changes());
  }

  static String hash(Pod pod) {
    return pod.metadata().annotations().getOrDefault(HASH, pod.uid().value());
  }

  /** What one source of static pods wants now. */
  public void delivered(PodSource.Delivery delivery) {
    synchronized (this) {
      Map<PodName, Pod> pods = new LinkedHashMap<>();
      delivery.pods().forEach(pod -> pods.put(pod.fullName(), pod));
      wanted.put(delivery.source(), pods);
    }
    considerAll();
  }

  /** A static pod is on this node, whether it is still wanted or not. */
  void runs(Pod pod) {
    synchronized (this) {
      alive.put(pod.uid(), pod);
    }
  }

  /** Nothing is left of a pod. */
  void ended(PodUid uid) {
    Pod pod;
    synchronized (this) {
      pod = alive.remove(uid);
      if (pod != null) {
        String hash = hash(pod);
        cache
            .mirror(pod.fullName())
            .filter(mirror -> mirror.mirrorHash().equals(hash))
            .ifPresent(mirror -> desk(mirror.name()).overUid = mirror.meta().uid());
      }
    }
    if (pod != null) {
      consider(pod.fullName());
    }
  }

  /** The API server or the node's object is back: nobody waits for the end of a pause. */
  public void retryNow() {
    synchronized (this) {
      desks.values().forEach(MirrorPods::endPause);
    }
    considerAll();
  }

  private void considerAll() {
    Set<PodName> names = new LinkedHashSet<>();
    synchronized (this) {
      wanted.values().forEach(pods -> names.addAll(pods.keySet()));
    }
    cache.all().stream().filter(ApiPod::isMirror).forEach(pod -> names.add(pod.name()));
    names.forEach(this::consider);
  }

  private void consider(PodName name) {
    Task task;
    Desk desk;
    synchronized (this) {
      if (!cache.complete() || !wanted.keySet().containsAll(sources)) {
        return;
      }
      desk = desk(name);
      task = desk.busy || desk.alarm != null ? null : next(name, desk);
      if (task == null) {
        return;
      }
      desk.busy = true;
    }
    context
        .effects()
        .run(
            "mirror of " + name,
            () -> calls.perform(task),
            answer -> answered(name, desk, task, answer));
  }

  private Desk desk(PodName name) {
    return desks.computeIfAbsent(name, _ -> new Desk());
  }

  private @Nullable Task next(PodName name, Desk desk) {
    ApiPod mirror = cache.mirror(name).orElse(null);
    Pod pod = wanted(name);
    if (mirror != null && !mirror.meta().uid().equals(desk.deletedUid)) {
      desk.madeUid = "";
      boolean over = mirror.meta().uid().equals(desk.overUid);
      return !over && isGood(mirror, pod) ? null : new Task.Delete(name, mirror.uid());
    }
    boolean free =
        alive.values().stream()
            .allMatch(other ->
                !other.fullName().equals(name) || pod == null || other.uid().equals(pod.uid()));
    return pod != null && free && desk.madeUid.isEmpty() ? new Task.Make(pod) : null;
  }

  private @Nullable Pod wanted(PodName name) {
    return wanted.values().stream()
        .map(pods -> pods.get(name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Whether it shows a pod that is wanted, or that has not ended yet. */
  private boolean isGood(ApiPod mirror, @Nullable Pod pod) {
    String hash = mirror.mirrorHash();
    boolean shows =
        (pod != null && hash.equals(hash(pod)))
            || alive.values().stream()
                .anyMatch(
                    other -> other.fullName().equals(mirror.name()) && hash.equals(hash(other)));
    return shows && !mirror.isBeingDeleted();
  }

  private void answered(PodName name, Desk desk, Task task, Answer answer) {
    String tell = "";
    synchronized (this) {
      desk.busy = false;
      if (answer.uid().isEmpty()) {
        desk.failures++;
        desk.alarm = context.time().after(BACKOFF.after(desk.failures), () -> resume(name, desk));
        tell = answer.silent() || answer.message().equals(desk.told) ? "" : answer.message();
        desk.told = tell.isEmpty() ? desk.told : tell;
      } else {
        desk.failures = 0;
        desk.told = "";
        switch (task) {
          case Task.Make _ -> desk.madeUid = answer.uid();
          case Task.Delete _ -> desk.deletedUid = answer.uid();
        }
      }
    }
    if (!tell.isEmpty()) {
      context.journal().write(Journal.Level.WARNING, name, null, "FailedMirrorPod", tell);
    }
    consider(name);
  }

  private void resume(PodName name, Desk desk) {
    synchronized (this) {
      desk.alarm = null;
    }
    consider(name);
  }

  private static void endPause(Desk desk) {
    if (desk.alarm != null) {
      desk.alarm.cancel();
      desk.alarm = null;
    }
    desk.failures = 0;
  }

  private final class Changes implements PodCache.Listener {
    @Override
    public void listed() {
      synchronized (MirrorPods.this) {
        desks.values().forEach(desk -> desk.madeUid = "");
      }
      considerAll();
    }

    @Override
    public void changed(ApiPod pod) {
      if (pod.isMirror()) {
        consider(pod.name());
      }
    }

    @Override
    public void removed(ApiPod pod) {
      if (!pod.isMirror()) {
        return;
      }
      synchronized (MirrorPods.this) {
        Desk desk = desks.get(pod.name());
        if (desk != null && desk.madeUid.equals(pod.meta().uid())) {
          desk.madeUid = "";
        }
        if (desk != null && wanted(pod.name()) == null && !desk.busy && desk.alarm == null) {
          desks.remove(pod.name());
        }
      }
      consider(pod.name());
    }
  }
}

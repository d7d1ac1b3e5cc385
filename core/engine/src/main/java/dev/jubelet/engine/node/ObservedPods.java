package dev.jubelet.engine.node;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the runtime was last seen to have, pod by pod. Owned by the inventory. */
final class ObservedPods {
  private Map<PodUid, PodObservation> pods = new LinkedHashMap<>();
  private final Map<PodUid, Gone> gone = new LinkedHashMap<>();
  private boolean ever;

  /** A look may take as long as its calls' deadlines add up to; later none can be under way. */
  private static final Duration LONGEST_LOOK = Duration.ofMinutes(30);

  private record Gone(Instant since, boolean confirmed) {}

  /** Whether the whole runtime has been seen since we began. */
  boolean ever() {
    return ever;
  }

  /** Replaces everything; looks older than a pod's end do not bring it back. */
  void all(List<PodObservation> looked, Instant takenAt) {
    Map<PodUid, PodObservation> next = new LinkedHashMap<>();
    gone.values().removeIf(g -> takenAt.isAfter(g.since().plus(LONGEST_LOOK)));
    gone.replaceAll((uid, g) -> takenAt.isBefore(g.since()) ? g : new Gone(g.since(), true));
    for (PodObservation pod : looked) {
      if (!isOlderThanEnd(pod.uid(), takenAt)) {
        next.put(pod.uid(), pod);
      }
    }
    // A look at one pod may have begun later than this look at all of them.
    pods.forEach((uid, pod) -> {
      if (takenAt.isBefore(pod.takenAt())) {
        next.put(uid, pod);
      }
    });
    pods = next;
    ever = true;
  }

  void one(PodObservation pod) {
    PodObservation newest = pods.get(pod.uid());
    boolean overtaken = newest != null && pod.takenAt().isBefore(newest.takenAt());
    if (overtaken || isOlderThanEnd(pod.uid(), pod.takenAt())) {
      return;
    }
    if (pod.isEmpty()) {
      pods.remove(pod.uid());
    } else {
      pods.put(pod.uid(), pod);
    }
  }

  /** Its worker is no more: only a look that begins later can tell what there is of it. */
  void gone(PodUid uid, Instant since) {
    pods.remove(uid);
    gone.put(uid, new Gone(since, false));
  }

  /**
   * Its worker broke: what there was of it may still run, also what nobody has seen yet, but only a
   * later look can tell.
   */
  void lost(PodUid uid, PodName name, Instant since) {
    pods.putIfAbsent(uid, PodObservation.nothing(uid, name, since));
    gone.put(uid, new Gone(since, false));
  }

  private boolean isOlderThanEnd(PodUid uid, Instant takenAt) {
    Gone end = gone.get(uid);
    return end != null && takenAt.isBefore(end.since());
  }

  /** Whether nothing reliable is known of it at the moment. */
  boolean unclear(PodUid uid) {
    Gone end = gone.get(uid);
    return !ever || (end != null && !end.confirmed());
  }

  @Nullable PodObservation of(PodUid uid) {
    return pods.get(uid);
  }

  List<PodObservation> all() {
    return List.copyOf(pods.values());
  }

  static boolean sameContent(@Nullable PodObservation a, @Nullable PodObservation b) {
    if (a == null || b == null) {
      return a == b;
    }
    return a.sandboxes().equals(b.sandboxes()) && a.containers().equals(b.containers());
  }
}

package dev.jubelet.engine.timeline;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.StartTraces;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The starts of the pods that came last, also of those that are gone. */
public final class Timelines {
  static final int PODS_MAX = 256;

  private final NodeTime time;
  private final StartTraces traces;
  private final Map<PodUid, StartRecord> records = new LinkedHashMap<>();

  public Timelines(NodeTime time, StartTraces traces) {
    this.time = time;
    this.traces = traces;
  }

  /** A source lists a pod that it did not list before. */
  public synchronized void seen(Pod pod, Instant at) {
    records.remove(pod.uid());
    if (records.size() >= PODS_MAX) {
      records.remove(records.keySet().iterator().next());
    }
    // The wall's clock of that moment, which is a moment ago.
    Instant wall = time.wall().minus(Duration.between(at, time.now()));
    records.put(pod.uid(), new StartRecord(pod.uid(), pod.fullName(), at, wall, traces));
  }

  /** For whoever brings the pod up. */
  public synchronized StartRecord of(PodUid uid) {
    StartRecord known = records.get(uid);
    if (known == null) {
      return StartRecord.closed(uid);
    }
    known.taken(time.now());
    return known;
  }

  /** No source lists it any more. */
  public synchronized void gone(PodUid uid) {
    StartRecord known = records.get(uid);
    if (known != null) {
      known.over(time.now());
    }
  }

  public synchronized Optional<PodTimeline> timeline(PodUid uid) {
    return Optional.ofNullable(records.get(uid)).map(known -> known.timeline(time.now()));
  }
}

package dev.jubelet.testkit;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.StatusSink;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.fault.OutsideCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The newest status of each pod, and through which phases it went. */
public final class FakeStatusSink implements StatusSink {
  private final @Nullable Outside outside;
  private final Map<PodUid, PodStatus> newest = new LinkedHashMap<>();
  private final Map<PodUid, Pod> shown = new LinkedHashMap<>();
  private final Map<PodUid, List<PodPhase>> phases = new LinkedHashMap<>();
  private final List<PodUid> released = new ArrayList<>();
  private int published;

  /** One that never fails. */
  public FakeStatusSink() {
    outside = null;
  }

  public FakeStatusSink(Outside outside) {
    this.outside = outside;
  }

  @Override
  public void publish(Pod pod, PodStatus status) {
    through(Operation.STATUS_PUBLISH, pod.uid(), () -> keep(pod, status));
  }

  private synchronized void keep(Pod pod, PodStatus status) {
    PodUid uid = pod.uid();
    published++;
    shown.put(uid, pod);
    newest.put(uid, status);
    List<PodPhase> seen = phases.computeIfAbsent(uid, u -> new ArrayList<>());
    if (seen.isEmpty() || seen.getLast() != status.phase()) {
      seen.add(status.phase());
    }
  }

  /** Kubernetes: who is let go of before it was shown as ended is lost to those who wait for it. */
  @Override
  public void release(Pod pod) {
    through(Operation.STATUS_PUBLISH, pod.uid(), () -> let(pod));
  }

  private synchronized void let(Pod pod) {
    PodStatus status = newest.get(pod.uid());
    boolean over =
        status != null
            && (status.phase() == PodPhase.SUCCEEDED || status.phase() == PodPhase.FAILED);
    if (!over || pod.metadata().deletionTimestamp() == null) {
      throw new IllegalStateException(pod.fullName() + " was let go of while it may still run");
    }
    released.add(pod.uid());
  }

  /** Those who may be deleted where they come from, in the order in which they were let go of. */
  public synchronized List<PodUid> released() {
    return List.copyOf(released);
  }

  @Override
  public void forget(PodUid uid) {
    through(Operation.STATUS_FORGET, uid, () -> drop(uid));
  }

  private synchronized void drop(PodUid uid) {
    newest.remove(uid);
    shown.remove(uid);
  }

  private void through(Operation operation, PodUid uid, Runnable effect) {
    if (outside == null) {
      effect.run();
    } else {
      outside.run(new OutsideCall(operation, uid, ""), effect);
    }
  }

  /** The pod as it was shown last. */
  public synchronized Optional<Pod> pod(PodUid uid) {
    return Optional.ofNullable(shown.get(uid));
  }

  public synchronized Optional<PodStatus> status(PodUid uid) {
    return Optional.ofNullable(newest.get(uid));
  }

  public Optional<PodPhase> phase(PodUid uid) {
    return status(uid).map(PodStatus::phase);
  }

  /** Every change of phase, also of pods that are forgotten. */
  public synchronized List<PodPhase> phases(PodUid uid) {
    return List.copyOf(phases.getOrDefault(uid, List.of()));
  }

  public synchronized Map<PodUid, PodStatus> all() {
    return new LinkedHashMap<>(newest);
  }

  public synchronized int published() {
    return published;
  }
}

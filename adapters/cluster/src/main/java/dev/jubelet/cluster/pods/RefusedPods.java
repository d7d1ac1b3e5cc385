package dev.jubelet.cluster.pods;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.model.status.PodStatusBuilder;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.StatusSink;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Pods that we do not understand, as when their API server is much newer than we are, and pods for
 * which there is no memory. They fail with a reason, so that whoever made them can go on; nobody
 * else is disturbed.
 */
public final class RefusedPods {
  private final StatusSink statuses;
  private final Journal journal;
  private final Map<PodUid, String> told = new LinkedHashMap<>();

  public RefusedPods(StatusSink statuses, Journal journal) {
    this.statuses = statuses;
    this.journal = journal;
  }

  synchronized void look(ApiPod pod) {
    ApiPod.Refusal refusal = pod.refusal();
    if (refusal == null) {
      told.remove(pod.uid());
      return;
    }
    if (!refusal.message().equals(told.put(pod.uid(), refusal.message()))) {
      journal.write(
          Journal.Level.ERROR,
          pod.name(),
          pod.uid(),
          refusal.reason(),
          refusal.message() + (pod.pod() == null ? "" : "; it goes on as it was before"));
    }
    if (pod.pod() != null || pod.isMirror() || pod.metadata().uid().isEmpty()) {
      return;
    }
    Pod bare =
        new Pod(
            pod.metadata(),
            RecordDecoder.absent(PodSpec.class),
            RecordDecoder.absent(PodStatus.class));
    statuses.publish(bare, failed(pod.metadata(), refusal));
    if (pod.isBeingDeleted()) {
      statuses.release(bare);
    }
  }

  private static PodStatus failed(ObjectMeta meta, ApiPod.Refusal refusal) {
    return PodStatusBuilder.builder(RecordDecoder.absent(PodStatus.class))
        .phase(PodPhase.FAILED)
        .reason(refusal.reason())
        .message(refusal.message())
        .observedGeneration(meta.generation())
        .build();
  }

  synchronized void forget(PodUid uid) {
    if (told.remove(uid) != null) {
      statuses.forget(uid);
    }
  }
}

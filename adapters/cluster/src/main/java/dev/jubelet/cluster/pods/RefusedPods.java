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
 * Pods that we do not understand, as when their API server is much newer than we are. They fail
 * with a reason, so that whoever made them can go on; nobody else is disturbed.
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
    if (pod.problem().isEmpty()) {
      told.remove(pod.uid());
      return;
    }
    if (!pod.problem().equals(told.put(pod.uid(), pod.problem()))) {
      journal.write(
          Journal.Level.ERROR,
          pod.name(),
          pod.uid(),
          "PodNotUnderstood",
          pod.problem() + (pod.pod() == null ? "" : "; it goes on as it was before"));
    }
    ObjectMeta meta = ApiPodReader.metadata(pod.tree());
    if (pod.pod() != null || pod.isMirror() || meta == null) {
      return;
    }
    Pod bare =
        ApiPodReader.fromApi(
            new Pod(
                meta, RecordDecoder.absent(PodSpec.class), RecordDecoder.absent(PodStatus.class)));
    statuses.publish(bare, failed(meta, pod.problem()));
    if (pod.isBeingDeleted()) {
      statuses.release(bare);
    }
  }

  private static PodStatus failed(ObjectMeta meta, String problem) {
    return PodStatusBuilder.builder(RecordDecoder.absent(PodStatus.class))
        .phase(PodPhase.FAILED)
        .reason("UnexpectedAdmissionError")
        .message("Pod was rejected: this node does not understand it: " + problem)
        .observedGeneration(meta.generation())
        .build();
  }

  synchronized void forget(PodUid uid) {
    if (told.remove(uid) != null) {
      statuses.forget(uid);
    }
  }
}

package dev.jubelet.engine.node;

import dev.jubelet.decide.admission.AdmissionPolicy;
import dev.jubelet.decide.admission.AdmissionVerdict;
import dev.jubelet.decide.status.RejectedStatus;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.StatusSink;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Decides who may run here, and remembers for ever whom it turned away. Owned by the inventory. */
public final class PodAdmission {
  private final AdmissionPolicy policy;
  private final Supplier<NodeFacts> facts;
  private final StatusSink statuses;
  private final Journal journal;
  private final Map<PodUid, PodStatus> rejected = new LinkedHashMap<>();

  /**
   * @param facts of the node as it is now: its labels and taints change
   */
  public PodAdmission(
      AdmissionPolicy policy, Supplier<NodeFacts> facts, StatusSink statuses, Journal journal) {
    this.policy = policy;
    this.facts = facts;
    this.statuses = statuses;
    this.journal = journal;
  }

  boolean wouldAdmit(Pod pod, List<Pod> admitted) {
    return policy.judge(pod, admitted, facts.get()) instanceof AdmissionVerdict.Admitted;
  }

  boolean admits(Pod pod, List<Pod> admitted, Instant wall) {
    return switch (policy.judge(pod, admitted, facts.get())) {
      case AdmissionVerdict.Admitted _ -> true;
      case AdmissionVerdict.Rejected verdict -> {
        PodStatus status = RejectedStatus.of(pod, verdict.reason(), verdict.message(), wall);
        rejected.put(pod.uid(), status);
        journal.announce(Journal.Level.WARNING, pod, verdict.reason(), verdict.message());
        statuses.publish(pod, status);
        yield false;
      }
    };
  }

  boolean isRejected(PodUid uid) {
    return rejected.containsKey(uid);
  }

  int rejectedCount() {
    return rejected.size();
  }

  /** Its source does not list it any more. */
  void forgetRejected(PodUid uid) {
    if (rejected.remove(uid) != null) {
      statuses.forget(uid);
    }
  }

  /** Nothing is left of it; what is rejected stays shown. */
  void forget(PodUid uid) {
    if (!rejected.containsKey(uid)) {
      statuses.forget(uid);
    }
  }

  /** Somebody else changed its status: ours is told again. */
  void showAgain(Pod pod) {
    PodStatus status = rejected.get(pod.uid());
    if (status != null) {
      statuses.publish(pod, status);
    }
  }

  /** Its deletion was asked for, and nothing of it is left here. */
  void letGo(Pod pod) {
    statuses.release(pod);
  }
}

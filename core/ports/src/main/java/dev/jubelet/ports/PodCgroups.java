package dev.jubelet.ports;

import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.PodCgroup;
import java.util.List;

/** cgroups of pods and QoS classes. All calls are idempotent. */
public interface PodCgroups {
  /** Makes or updates the pod's cgroup and those above it. */
  void ensure(PodCgroup cgroup);

  /** Removes a pod's cgroup wherever it is in the tree; what still runs in it is killed. */
  void remove(PodUid uid);

  /** Pods that have a cgroup which this node made; those of other kubelets are none of them. */
  List<PodUid> list();
}

package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;

/** Volumes of pods on this node. All calls are idempotent: the process may die in any of them. */
public interface PodVolumes {
  /** Makes the volume ready; the answer is the path that is bound into containers. */
  String mount(Pod pod, Volume volume);

  /** Gives back all volumes of a pod, and nothing across a mount. */
  void unmountAll(PodUid uid);
}

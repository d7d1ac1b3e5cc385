package dev.jubelet.volumes;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;

/** One kind of volume. */
interface VolumeKind {
  boolean handles(Volume volume);

  /** Idempotent; the answer is the path that is bound into containers. */
  String mount(Pod pod, Volume volume);

  /** Where the volume is once it is mounted. */
  String path(Pod pod, Volume volume);

  /** All volumes of a pod were given back. */
  default void released(PodUid uid) {}
}

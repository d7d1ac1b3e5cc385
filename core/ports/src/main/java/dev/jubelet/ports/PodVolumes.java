package dev.jubelet.ports;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.VolumeUsage;
import java.util.Optional;

/** Volumes of pods on this node. All calls are idempotent: the process may die in any of them. */
public interface PodVolumes {
  /**
   * Makes the volume ready; the answer is the path that is bound into containers. Asked again for
   * one that is ready, it brings its files up to date with the objects that they come from.
   */
  String mount(Pod pod, Volume volume);

  /**
   * Makes one part of a volume ready for a container: the path beneath the volume is resolved
   * without following a link out of it, made when it is missing, and pinned. The answer is the path
   * that is bound into the container.
   *
   * @param mount the place of the mount in the container's list, so that it has a path of its own
   * @param volumePath what {@link #mount} answered
   * @param subPath already expanded
   */
  String part(
      Pod pod, Volume volume, String container, int mount, String volumePath, String subPath);

  /**
   * The text of a file in a volume, which containers may have written: no link out of the volume is
   * followed, and whatever is not a regular file of bearable size counts as none.
   *
   * @param volumePath what {@link #mount} answered
   * @param path beneath it
   */
  Optional<String> text(String volumePath, String path);

  /**
   * Measures a volume of the pod's own that is mounted: what it holds itself, and nothing that is
   * mounted in it or that its links lead to.
   */
  VolumeUsage usage(Pod pod, Volume volume);

  /** Gives back all volumes of a pod, and nothing across a mount. */
  void unmountAll(PodUid uid);
}

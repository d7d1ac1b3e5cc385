package dev.jubelet.decide.volume;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.EmptyDirVolumeSource;
import dev.jubelet.model.volume.Volume;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which emptyDirs have a limit that nobody but us enforces, and when a pod has to go for having
 * passed one. Those in memory cannot pass theirs: their file system is no larger.
 */
public final class EmptyDirLimits {
  private EmptyDirLimits() {}

  public static List<Volume> limited(Pod pod) {
    return pod.spec().volumes().stream().filter(volume -> limit(volume).isPresent()).toList();
  }

  /**
   * @param bytes how much each volume holds, by its name
   * @return why the pod is evicted, in Kubernetes' words, if it is
   */
  public static Optional<String> passed(Pod pod, Map<String, Long> bytes) {
    return limited(pod).stream()
        .filter(volume ->
            limit(volume)
                .filter(limit ->
                    Quantity.of(bytes.getOrDefault(volume.name(), 0L)).compareTo(limit) > 0)
                .isPresent())
        .findFirst()
        .map(volume ->
            "Usage of EmptyDir volume \""
                + volume.name()
                + "\" exceeds the limit \""
                + limit(volume).map(Quantity::toString).orElse("")
                + "\".");
  }

  private static Optional<Quantity> limit(Volume volume) {
    EmptyDirVolumeSource source = volume.emptyDir();
    return source == null || !source.medium().isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(source.sizeLimit()).filter(limit -> limit.signum() > 0);
  }
}

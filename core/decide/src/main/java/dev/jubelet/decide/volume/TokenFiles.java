package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of a token. Kubernetes: it is for its owner only, who is the one user of all containers,
 * and for the pod's fsGroup; where neither is known, the mode of the volume applies.
 */
final class TokenFiles {
  private static final int OWNER_ONLY = 0600;

  private TokenFiles() {}

  static ResolvedValue<Map<String, VolumeFile>> of(
      Pod pod, ServiceAccountTokenProjection wanted, int mode, PayloadSources sources) {
    Optional<Blob> token = sources.tokens().apply(pod, wanted);
    if (token.isEmpty()) {
      return ResolvedValue.refused(
          "a projection of serviceAccountToken needs an API server, which this node does not have");
    }
    Long owner = oneUser(pod);
    boolean grouped = pod.spec().security().fsGroup() != null;
    int own = owner != null || grouped ? OWNER_ONLY : mode;
    return ResolvedValue.value(Map.of(wanted.path(), new VolumeFile(token.get(), own, owner)));
  }

  /** The user as whom all containers run, if it is said of each and is the same. */
  static @Nullable Long oneUser(Pod pod) {
    Optional<Long> common = Optional.ofNullable(pod.spec().security().runAsUser());
    List<Optional<Long>> users =
        pod.spec()
            .allContainers()
            .map(
                container -> Optional.ofNullable(container.security().runAsUser()).or(() -> common))
            .distinct()
            .toList();
    return users.size() == 1 ? users.getFirst().orElse(null) : null;
  }
}

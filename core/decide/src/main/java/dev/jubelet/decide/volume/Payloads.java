package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.ConfigMapVolumeSource;
import dev.jubelet.model.volume.DownwardApiVolumeSource;
import dev.jubelet.model.volume.ProjectedVolumeSource;
import dev.jubelet.model.volume.SecretVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.projection.KeyToPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of volumes that we write: configMap, secret, downwardAPI and projected. Sentences are
 * Kubernetes', since people search for them.
 */
public final class Payloads {
  private static final int MODE = 0644;

  private Payloads() {}

  public static ResolvedValue<VolumePayload> of(Pod pod, Volume volume, PayloadSources sources) {
    return files(pod, volume, sources).then(VolumePayload::of);
  }

  private static ResolvedValue<Map<String, VolumeFile>> files(
      Pod pod, Volume volume, PayloadSources sources) {
    ConfigMapVolumeSource map = volume.configMap();
    if (map != null) {
      return configMap(
          pod, map.name(), map.items(), map.optional(), mode(map.defaultMode()), sources);
    }
    SecretVolumeSource secret = volume.secret();
    if (secret != null) {
      return secret(
          pod,
          secret.secretName(),
          secret.items(),
          secret.optional(),
          mode(secret.defaultMode()),
          sources);
    }
    DownwardApiVolumeSource downward = volume.downwardAPI();
    if (downward != null) {
      return DownwardFiles.of(pod, downward.items(), mode(downward.defaultMode()), sources);
    }
    ProjectedVolumeSource projected = volume.projected();
    if (projected != null) {
      return ProjectedFiles.of(pod, projected, mode(projected.defaultMode()), sources);
    }
    return ResolvedValue.refused("volume " + volume.name() + " has no files of ours");
  }

  static ResolvedValue<Map<String, VolumeFile>> configMap(
      Pod pod,
      String name,
      List<KeyToPath> items,
      @Nullable Boolean optional,
      int mode,
      PayloadSources sources) {
    return ofObject(
        sources.configMaps().apply(pod, name).map(ConfigMap::files),
        "configmap \"" + name + "\" not found",
        items,
        optional,
        mode,
        "configmap references non-existent config key: ");
  }

  static ResolvedValue<Map<String, VolumeFile>> secret(
      Pod pod,
      String name,
      List<KeyToPath> items,
      @Nullable Boolean optional,
      int mode,
      PayloadSources sources) {
    return ofObject(
        sources.secrets().apply(pod, name).map(Secret::files),
        "secret \"" + name + "\" not found",
        items,
        optional,
        mode,
        "references non-existent secret key: ");
  }

  private static ResolvedValue<Map<String, VolumeFile>> ofObject(
      Optional<Map<String, Blob>> found,
      String notFound,
      List<KeyToPath> items,
      @Nullable Boolean optional,
      int mode,
      String noKey) {
    boolean may = Boolean.TRUE.equals(optional);
    if (found.isEmpty()) {
      return may ? ResolvedValue.value(Map.of()) : ResolvedValue.refused(notFound);
    }
    return KeyedFiles.of(found.get(), items, may, mode, noKey);
  }

  /** Several problems in one line, as Kubernetes writes them. */
  static String together(List<String> problems) {
    List<String> distinct = problems.stream().distinct().toList();
    return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
  }

  private static int mode(@Nullable Integer given) {
    return given == null ? MODE : given;
  }
}

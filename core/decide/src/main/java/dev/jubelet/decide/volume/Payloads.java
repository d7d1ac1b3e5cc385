package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.Resolved;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.ConfigMapVolumeSource;
import dev.jubelet.model.volume.DownwardApiVolumeSource;
import dev.jubelet.model.volume.KeyToPath;
import dev.jubelet.model.volume.ProjectedVolumeSource;
import dev.jubelet.model.volume.SecretVolumeSource;
import dev.jubelet.model.volume.Volume;
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

  public static boolean covers(Volume volume) {
    return volume.configMap() != null
        || volume.secret() != null
        || volume.downwardAPI() != null
        || volume.projected() != null;
  }

  public static Resolved<VolumePayload> of(Pod pod, Volume volume, PayloadSources sources) {
    return files(pod, volume, sources).then(VolumePayload::of);
  }

  private static Resolved<Map<String, VolumeFile>> files(
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
    return Resolved.refused("volume " + volume.name() + " has no files of ours");
  }

  static Resolved<Map<String, VolumeFile>> configMap(
      Pod pod,
      String name,
      List<KeyToPath> items,
      @Nullable Boolean optional,
      int mode,
      PayloadSources sources) {
    boolean may = Boolean.TRUE.equals(optional);
    Optional<ConfigMap> found = sources.configMaps().apply(pod, name);
    if (found.isEmpty()) {
      return absent("configmap", name, may);
    }
    return KeyedFiles.of(
        found.get().files(), items, may, mode, "configmap references non-existent config key: ");
  }

  static Resolved<Map<String, VolumeFile>> secret(
      Pod pod,
      String name,
      List<KeyToPath> items,
      @Nullable Boolean optional,
      int mode,
      PayloadSources sources) {
    boolean may = Boolean.TRUE.equals(optional);
    Optional<Secret> found = sources.secrets().apply(pod, name);
    if (found.isEmpty()) {
      return absent("secret", name, may);
    }
    return KeyedFiles.of(
        found.get().files(), items, may, mode, "references non-existent secret key: ");
  }

  private static Resolved<Map<String, VolumeFile>> absent(
      String kind, String name, boolean optional) {
    return optional
        ? Resolved.value(Map.of())
        : Resolved.refused(kind + " \"" + name + "\" not found");
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

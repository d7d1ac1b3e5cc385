package dev.jubelet.decide.volume;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.ProjectedVolumeSource;
import dev.jubelet.model.volume.projection.ConfigMapProjection;
import dev.jubelet.model.volume.projection.DownwardApiProjection;
import dev.jubelet.model.volume.projection.DownwardApiVolumeFile;
import dev.jubelet.model.volume.projection.KeyToPath;
import dev.jubelet.model.volume.projection.SecretProjection;
import dev.jubelet.model.volume.projection.ServiceAccountTokenProjection;
import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Several sources in one volume. Two that name the same path contradict each other; of two that
 * happen to have the same key, the later one is seen, as in Kubernetes.
 */
final class ProjectedFiles {
  private ProjectedFiles() {}

  static ResolvedValue<Map<String, VolumeFile>> of(
      Pod pod, ProjectedVolumeSource projected, int mode, PayloadSources sources) {
    Map<String, VolumeFile> files = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>(contradictions(projected));
    for (VolumeProjection source : projected.sources()) {
      switch (part(pod, source, mode, sources)) {
        case ResolvedValue.Value(Map<String, VolumeFile> part) ->
            part.forEach((path, file) -> files.put(PayloadPaths.clean(path), file));
        case ResolvedValue.Refused(String why) -> problems.add(why);
      }
    }
    return problems.isEmpty()
        ? ResolvedValue.value(files)
        : ResolvedValue.refused(Payloads.together(problems));
  }

  private static ResolvedValue<Map<String, VolumeFile>> part(
      Pod pod, VolumeProjection source, int mode, PayloadSources sources) {
    ConfigMapProjection map = source.configMap();
    SecretProjection secret = source.secret();
    DownwardApiProjection downward = source.downwardAPI();
    ServiceAccountTokenProjection token = source.serviceAccountToken();
    ResolvedValue<Map<String, VolumeFile>> part;
    if (map != null) {
      part = Payloads.configMap(pod, map.name(), map.items(), map.optional(), mode, sources);
    } else if (secret != null) {
      part = Payloads.secret(pod, secret.name(), secret.items(), secret.optional(), mode, sources);
    } else if (downward != null) {
      part = DownwardFiles.of(pod, downward.items(), mode, sources);
    } else if (token != null) {
      part = TokenFiles.of(pod, token, mode, sources);
    } else {
      part = ResolvedValue.refused(absentKind(source));
    }
    // Each path is judged as it was written, before it is made clean for the merge.
    return part.then(files -> VolumePayload.of(files).map(_ -> files));
  }

  private static String absentKind(VolumeProjection source) {
    String kind =
        source.clusterTrustBundle() != null
            ? "clusterTrustBundle"
            : source.podCertificate() != null ? "podCertificate" : "an unknown kind";
    return "a projection of " + kind + " is not supported by this node";
  }

  private static List<String> contradictions(ProjectedVolumeSource projected) {
    Set<String> named = new HashSet<>();
    return projected.sources().stream()
        .flatMap(ProjectedFiles::named)
        .filter(path -> !named.add(PayloadPaths.clean(path)))
        .map(path -> "conflicting duplicate paths: " + path)
        .toList();
  }

  private static Stream<String> named(VolumeProjection source) {
    ConfigMapProjection map = source.configMap();
    SecretProjection secret = source.secret();
    DownwardApiProjection downward = source.downwardAPI();
    ServiceAccountTokenProjection token = source.serviceAccountToken();
    if (token != null) {
      return Stream.of(token.path());
    }
    if (map != null) {
      return map.items().stream().map(KeyToPath::path);
    }
    if (secret != null) {
      return secret.items().stream().map(KeyToPath::path);
    }
    return downward == null
        ? Stream.of()
        : downward.items().stream().map(DownwardApiVolumeFile::path);
  }
}

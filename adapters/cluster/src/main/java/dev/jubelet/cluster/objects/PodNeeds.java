package dev.jubelet.cluster.objects;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the pods of this node refer to. */
final class PodNeeds {
  static final String CONFIG_MAP = "ConfigMap";
  static final String SECRET = "Secret";
  static final String CLAIM = "PersistentVolumeClaim";

  private final Set<ObjectReference> objects = new LinkedHashSet<>();
  private final Set<WatchedToken.Key> tokens = new LinkedHashSet<>();

  private PodNeeds() {}

  /** Those who have ended need nothing any more. */
  static PodNeeds of(List<Pod> pods) {
    PodNeeds needs = new PodNeeds();
    pods.stream().filter(PodNeeds::lives).forEach(needs::add);
    return needs;
  }

  /** On whom {@link #of} depends, in order. */
  static List<PodSpec> askers(List<Pod> pods) {
    return pods.stream().filter(PodNeeds::lives).map(Pod::spec).toList();
  }

  private static boolean lives(Pod pod) {
    PodPhase phase = pod.status().phase();
    return phase != PodPhase.SUCCEEDED && phase != PodPhase.FAILED;
  }

  Set<ObjectReference> ofKind(String kind) {
    Set<ObjectReference> found = new LinkedHashSet<>(objects);
    found.removeIf(object -> !object.kind().equals(kind));
    return found;
  }

  Set<WatchedToken.Key> tokens() {
    return tokens;
  }

  private void add(Pod pod) {
    pod.spec().imagePullSecrets().forEach(secret -> refer(pod, SECRET, secret.name()));
    pod.spec().volumes().forEach(volume -> add(pod, volume));
    pod.spec().allContainers().forEach(container -> add(pod, container));
  }

  private void add(Pod pod, Volume volume) {
    if (volume.configMap() != null) {
      refer(pod, CONFIG_MAP, volume.configMap().name());
    }
    if (volume.secret() != null) {
      refer(pod, SECRET, volume.secret().secretName());
    }
    if (volume.persistentVolumeClaim() != null) {
      refer(pod, CLAIM, volume.persistentVolumeClaim().claimName());
    }
    if (volume.ephemeral() != null) {
      refer(pod, CLAIM, pod.metadata().name() + "-" + volume.name());
    }
    if (volume.projected() != null) {
      volume.projected().sources().forEach(source -> add(pod, source));
    }
  }

  private void add(Pod pod, VolumeProjection source) {
    if (source.configMap() != null) {
      refer(pod, CONFIG_MAP, source.configMap().name());
    }
    if (source.secret() != null) {
      refer(pod, SECRET, source.secret().name());
    }
    if (source.serviceAccountToken() != null) {
      tokens.add(WatchedToken.Key.of(pod, source.serviceAccountToken()));
    }
  }

  private void add(Pod pod, Container container) {
    for (EnvFromSource source : container.envFrom()) {
      if (source.configMapRef() != null) {
        refer(pod, CONFIG_MAP, source.configMapRef().name());
      }
      if (source.secretRef() != null) {
        refer(pod, SECRET, source.secretRef().name());
      }
    }
    container
        .env()
        .forEach(variable -> {
          EnvVarSource source = variable.valueFrom();
          if (source != null && source.configMapKeyRef() != null) {
            refer(pod, CONFIG_MAP, source.configMapKeyRef().name());
          }
          if (source != null && source.secretKeyRef() != null) {
            refer(pod, SECRET, source.secretKeyRef().name());
          }
        });
  }

  private void refer(Pod pod, String kind, String name) {
    if (!name.isEmpty()) {
      objects.add(new ObjectReference(kind, pod.metadata().namespace(), name));
    }
  }
}

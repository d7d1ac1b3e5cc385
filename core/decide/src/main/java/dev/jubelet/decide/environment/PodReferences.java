package dev.jubelet.decide.environment;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.env.EnvFromSource;
import dev.jubelet.model.container.env.EnvVar;
import dev.jubelet.model.container.env.EnvVarSource;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.model.volume.projection.VolumeProjection;
import java.util.List;
import java.util.stream.Stream;

/** Which parts of a pod depend on which objects beside it. */
public final class PodReferences {
  private static final String CONFIG_MAP = "ConfigMap";
  private static final String SECRET = "Secret";

  /** All services together, when they become known. */
  private static final String SERVICES = "ServiceList";

  /** Named as the pod that it is for. */
  private static final String TOKEN = "ServiceAccountToken";

  private PodReferences() {}

  /** The containers whose variables come from the object. */
  public static List<Container> containers(Pod pod, ObjectReference object) {
    if (object.kind().equals(SERVICES)) {
      return pod.spec().allContainers().toList();
    }
    return inNamespace(pod, object)
        ? pod.spec().allContainers().filter(container -> reads(container, object)).toList()
        : List.of();
  }

  /** The volumes that are made from the object. */
  public static List<Volume> volumes(Pod pod, ObjectReference object) {
    return inNamespace(pod, object)
        ? pod.spec().volumes().stream().filter(volume -> uses(pod, volume, object)).toList()
        : List.of();
  }

  /** Whether images of the pod are pulled with it. */
  public static boolean pullsWith(Pod pod, ObjectReference object) {
    return object.kind().equals(SECRET)
        && inNamespace(pod, object)
        && pod.spec().imagePullSecrets().stream()
            .anyMatch(secret -> secret.name().equals(object.name()));
  }

  /** Whether the pod's sandbox is of it. */
  public static boolean runsBy(Pod pod, ObjectReference object) {
    return object.kind().equals("RuntimeClass")
        && object.name().equals(pod.spec().runtimeClassName());
  }

  public static boolean refersTo(Pod pod, ObjectReference object) {
    return pullsWith(pod, object)
        || runsBy(pod, object)
        || !volumes(pod, object).isEmpty()
        || !containers(pod, object).isEmpty();
  }

  /** The volumes with files about the pod itself. */
  public static List<Volume> aboutThePod(Pod pod) {
    return pod.spec().volumes().stream()
        .filter(volume ->
            volume.downwardAPI() != null
                || projections(volume).anyMatch(part -> part.downwardAPI() != null))
        .toList();
  }

  private static boolean inNamespace(Pod pod, ObjectReference object) {
    return object.namespace().isEmpty() || object.namespace().equals(pod.metadata().namespace());
  }

  private static boolean uses(Pod pod, Volume volume, ObjectReference object) {
    return switch (object.kind()) {
      case CONFIG_MAP ->
          (volume.configMap() != null && volume.configMap().name().equals(object.name()))
              || projections(volume)
                  .anyMatch(part ->
                      part.configMap() != null && part.configMap().name().equals(object.name()));
      case SECRET ->
          (volume.secret() != null && volume.secret().secretName().equals(object.name()))
              || projections(volume)
                  .anyMatch(
                      part -> part.secret() != null && part.secret().name().equals(object.name()));
      case "PersistentVolumeClaim" ->
          (volume.persistentVolumeClaim() != null
                  && volume.persistentVolumeClaim().claimName().equals(object.name()))
              || (volume.ephemeral() != null
                  && object.name().equals(pod.metadata().name() + "-" + volume.name()));
      case TOKEN ->
          object.name().equals(pod.metadata().name())
              && projections(volume).anyMatch(part -> part.serviceAccountToken() != null);
      // Which claim it may serve is for the volume's kind to find out.
      case "PersistentVolume" ->
          volume.persistentVolumeClaim() != null || volume.ephemeral() != null;
      default -> false;
    };
  }

  private static Stream<VolumeProjection> projections(Volume volume) {
    return volume.projected() == null ? Stream.of() : volume.projected().sources().stream();
  }

  private static boolean reads(Container container, ObjectReference object) {
    return container.envFrom().stream().anyMatch(source -> reads(source, object))
        || container.env().stream().anyMatch(variable -> reads(variable, object));
  }

  private static boolean reads(EnvFromSource source, ObjectReference object) {
    return switch (object.kind()) {
      case CONFIG_MAP ->
          source.configMapRef() != null && source.configMapRef().name().equals(object.name());
      case SECRET -> source.secretRef() != null && source.secretRef().name().equals(object.name());
      default -> false;
    };
  }

  private static boolean reads(EnvVar variable, ObjectReference object) {
    EnvVarSource source = variable.valueFrom();
    if (source == null) {
      return false;
    }
    return switch (object.kind()) {
      case CONFIG_MAP ->
          source.configMapKeyRef() != null && source.configMapKeyRef().name().equals(object.name());
      case SECRET ->
          source.secretKeyRef() != null && source.secretKeyRef().name().equals(object.name());
      default -> false;
    };
  }
}

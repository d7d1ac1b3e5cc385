package dev.jubelet.volumes;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.volume.BoundClaim;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.PersistentVolumeClaimVolumeSource;
import dev.jubelet.model.volume.Volume;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeObjects;
import dev.jubelet.ports.OutsideFailure;
import java.util.Map;

/** Claims that a cluster binds. Kubernetes: that of an ephemeral volume is named after its pod. */
final class BoundClaims {
  private final NodeFacts node;
  private final PersistentSources sources;

  BoundClaims(NodeFacts node, PersistentSources sources) {
    this.node = node;
    this.sources = sources;
  }

  String mount(Pod pod, Volume volume, NodeObjects objects) {
    PersistentVolumeClaimVolumeSource source = volume.persistentVolumeClaim();
    String name = source == null ? pod.metadata().name() + "-" + volume.name() : source.claimName();
    PersistentVolumeClaim claim =
        objects
            .claim(pod.metadata().namespace(), name)
            .orElseThrow(() ->
                absent(
                    "error processing PVC %s/%s: failed to fetch PVC from API server:"
                        + " persistentvolumeclaims \"%s\" not found",
                    pod.metadata().namespace(), name, name));
    BoundClaim bound = new BoundClaim(claim, objects.persistentVolumes());
    if (source == null) {
      bound
          .foreign(pod)
          .ifPresent(why -> {
            throw new OutsideFailure(FailureKind.BAD_SPEC, why);
          });
    }
    return switch (bound.volume(labelled(objects.nodeLabels()))) {
      case ResolvedValue.Value(PersistentVolume found) ->
          sources.mount(pod, volume, found, source != null && source.readOnly());
      case ResolvedValue.Refused(String why) ->
          throw new OutsideFailure(FailureKind.NOT_FOUND, why);
    };
  }

  private NodeFacts labelled(Map<String, String> labels) {
    return labels.isEmpty() ? node : node.with(labels, node.taints());
  }

  private static OutsideFailure absent(String words, Object... names) {
    return new OutsideFailure(FailureKind.NOT_FOUND, words.formatted(names));
  }
}

package dev.jubelet.decide.volume;

import dev.jubelet.decide.admission.NodeAffinityRule;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.PersistentVolumeSpec.ClaimReference;
import dev.jubelet.model.objects.PersistentVolumeSpec.VolumeNodeAffinity;
import dev.jubelet.model.pod.Pod;
import java.util.List;
import java.util.Optional;

/**
 * The volume of a claim that a cluster has bound, in Kubernetes' words where there is none that
 * this node may use.
 *
 * @param volumes among which it is, if it is known
 */
public record BoundClaim(PersistentVolumeClaim claim, List<PersistentVolume> volumes) {
  private static final String BOUND = "Bound";

  public BoundClaim {
    volumes = List.copyOf(volumes);
  }

  /** Of an ephemeral volume: others may have a claim of that name, which is not the pod's. */
  public Optional<String> foreign(Pod pod) {
    boolean own =
        claim.metadata().ownerReferences().stream()
            .anyMatch(owner ->
                Boolean.TRUE.equals(owner.controller())
                    && owner.uid().equals(pod.metadata().uid()));
    return own
        ? Optional.empty()
        : Optional.of(
            "PVC %s was not created for pod %s/%s (pod is not owner)"
                .formatted(
                    ClaimBinding.name(claim), pod.metadata().namespace(), pod.metadata().name()));
  }

  public ResolvedValue<PersistentVolume> volume(NodeFacts node) {
    String name = claim.spec().volumeName();
    if (claim.metadata().deletionTimestamp() != null && !inUse()) {
      return refused("PVC is being deleted");
    }
    if (name.isEmpty() || claim.status() == null || !claim.status().phase().equals(BOUND)) {
      return refused("PVC is not bound");
    }
    Optional<PersistentVolume> found =
        volumes.stream().filter(volume -> volume.metadata().name().equals(name)).findFirst();
    if (found.isEmpty()) {
      return refused(
          "failed to fetch PV %s from API server: persistentvolumes \"%s\" not found"
              .formatted(name, name));
    }
    ClaimReference holder = found.get().spec().claimRef();
    if (holder == null || !holder.uid().equals(claim.metadata().uid())) {
      return refused("PV %s is not bound to this PVC".formatted(name));
    }
    VolumeNodeAffinity affinity = found.get().spec().nodeAffinity();
    if (affinity != null && !NodeAffinityRule.suits(affinity.required(), node)) {
      return ResolvedValue.refused(
          "NodeAffinity check failed for volume \"%s\": no matching NodeSelectorTerms"
              .formatted(name));
    }
    return ResolvedValue.value(found.get());
  }

  /** Kubernetes keeps a claim in use until its last pod has gone. */
  private boolean inUse() {
    return claim.metadata().finalizers().contains("kubernetes.io/pvc-protection");
  }

  private ResolvedValue<PersistentVolume> refused(String why) {
    return ResolvedValue.refused("error processing PVC " + ClaimBinding.name(claim) + ": " + why);
  }
}

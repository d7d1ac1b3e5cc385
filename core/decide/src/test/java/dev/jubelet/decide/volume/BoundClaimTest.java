package dev.jubelet.decide.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.OwnerReference;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.objects.PersistentVolume;
import dev.jubelet.model.objects.PersistentVolumeClaim;
import dev.jubelet.model.objects.PersistentVolumeClaim.ClaimStatus;
import dev.jubelet.model.objects.PersistentVolumeSpec;
import dev.jubelet.model.objects.PersistentVolumeSpec.ClaimReference;
import dev.jubelet.model.objects.PersistentVolumeSpec.VolumeNodeAffinity;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.scheduling.NodeSelector;
import dev.jubelet.model.scheduling.NodeSelectorOperator;
import dev.jubelet.model.scheduling.NodeSelectorRequirement;
import dev.jubelet.model.scheduling.NodeSelectorTerm;
import dev.jubelet.model.volume.PersistentVolumeClaimSpec;
import dev.jubelet.model.volume.VolumeResourceRequirements;
import dev.jubelet.testkit.Pods;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundClaimTest {
  private static final NodeFacts NODE =
      new NodeFacts("n1", Map.of("disk", "fast"), Map.of(), Map.of(), "linux", "amd64");

  private static ObjectMeta meta(
      String name, String uid, @Nullable Instant deleted, List<OwnerReference> owners) {
    return new ObjectMeta(
        name, "", "shop", uid, "", 0, null, deleted, null, Map.of(), Map.of(), owners, List.of());
  }

  private static PersistentVolumeClaim claim(String volume, String phase, boolean deleted) {
    OwnerReference owner = new OwnerReference("v1", "Pod", "p", "owner", true, null);
    return new PersistentVolumeClaim(
        meta("c", "claim-uid", deleted ? Instant.EPOCH : null, List.of(owner)),
        new PersistentVolumeClaimSpec(
            List.of(),
            null,
            new VolumeResourceRequirements(Map.of(), Map.of()),
            volume,
            null,
            null,
            null,
            null,
            null),
        new ClaimStatus(phase));
  }

  private static PersistentVolume volume(String holder, String disk) {
    return new PersistentVolume(
        meta("pv", "", null, List.of()),
        new PersistentVolumeSpec(
            Map.of(),
            List.of(),
            "Retain",
            "",
            null,
            List.of(),
            new ClaimReference("shop", "c", holder),
            new VolumeNodeAffinity(
                new NodeSelector(
                    List.of(
                        new NodeSelectorTerm(
                            List.of(
                                new NodeSelectorRequirement(
                                    "disk", NodeSelectorOperator.IN, List.of(disk))),
                            List.of())))),
            null,
            null,
            null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "pv|Bound|false|claim-uid|fast|-",
        "''|Pending|false|claim-uid|fast|error processing PVC shop/c: PVC is not bound",
        "pv|Pending|false|claim-uid|fast|error processing PVC shop/c: PVC is not bound",
        "pv|Lost|false|claim-uid|fast|error processing PVC shop/c: PVC is not bound",
        "pv|Bound|true|claim-uid|fast|error processing PVC shop/c: PVC is being deleted",
        "pv|Bound|false|another|fast|error processing PVC shop/c: PV pv is not bound to this PVC",
        "pv|Bound|false|claim-uid|slow"
            + "|NodeAffinity check failed for volume \"pv\": no matching NodeSelectorTerms",
        "px|Bound|false|claim-uid|fast|error processing PVC shop/c: failed to fetch PV px from API"
            + " server: persistentvolumes \"px\" not found",
      })
  void onlyTheVolumeThatTheClusterBoundIsUsed(
      String volume,
      String phase,
      boolean deleted,
      String holder,
      String disk,
      @Nullable String problem) {
    ResolvedValue<PersistentVolume> found =
        new BoundClaim(claim(volume, phase, deleted), List.of(volume(holder, disk))).volume(NODE);
    assertThat(
            switch (found) {
              case ResolvedValue.Value<PersistentVolume> _ -> "-";
              case ResolvedValue.Refused<PersistentVolume>(String why) -> why;
            })
        .isEqualTo(problem == null ? "-" : problem);
  }

  @ParameterizedTest
  @CsvSource({"owner,true", "other,false"})
  void claimOfAnEphemeralVolumeIsItsPods(String uid, boolean own) {
    Pod pod =
        Pods.fromYaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: shop, uid: %s}
            spec: {containers: [{name: a, image: i}]}
            """
                .formatted(uid));
    assertThat(new BoundClaim(claim("pv", "Bound", false), List.of()).foreign(pod).isEmpty())
        .isEqualTo(own);
  }
}

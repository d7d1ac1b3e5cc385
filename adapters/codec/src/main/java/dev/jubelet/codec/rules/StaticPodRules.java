package dev.jubelet.codec.rules;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.volume.Volume;
import java.util.List;
import java.util.Set;

/**
 * What a static pod cannot have, since it needs what only an API server does. ConfigMaps, Secrets
 * and claims it can: they are manifests like the pod itself.
 */
public final class StaticPodRules {
  private static final String NO_API =
      "needs an API server, which this version does not have yet, so that static pods cannot use"
          + " it";
  private static final Set<String> API_VOLUMES = Set.of("csi", "glusterfs", "azureFile");
  private static final Set<String> API_PROJECTIONS =
      Set.of("serviceAccountToken", "clusterTrustBundle", "podCertificate");

  private StaticPodRules() {}

  public static List<Finding> check(Pod pod) {
    FieldCheck root = FieldCheck.root();
    root.child("metadata", "deletionTimestamp")
        .forbidIf(
            pod.metadata().deletionTimestamp() != null,
            "a static pod is deleted by removing its manifest");
    FieldCheck spec = root.child("spec");
    spec.child("ephemeralContainers")
        .forbidIf(
            !pod.spec().ephemeralContainers().isEmpty() && pod.metadata().uid().isEmpty(),
            "they are added to a pod that runs, and without a metadata.uid of its own an edited"
                + " manifest is another pod");
    spec.child("serviceAccountName")
        .forbidIf(!pod.spec().serviceAccountName().isEmpty(), "a service account " + NO_API);
    spec.child("resourceClaims")
        .forbidIf(!pod.spec().resourceClaims().isEmpty(), "a resource claim " + NO_API);
    spec.child("volumes").each(pod.spec().volumes(), StaticPodRules::volume);
    return root.found();
  }

  private static void volume(Volume volume, FieldCheck at) {
    refuse(volume, API_VOLUMES, "a volume of kind ", at);
    if (volume.projected() != null) {
      at.child("projected", "sources")
          .each(
              volume.projected().sources(),
              (part, each) -> refuse(part, API_PROJECTIONS, "a projection of ", each));
    }
  }

  private static void refuse(Record volume, Set<String> refused, String what, FieldCheck at) {
    for (String source : Volume.sources(volume)) {
      at.child(source).forbidIf(refused.contains(source), what + source + " " + NO_API);
    }
  }
}

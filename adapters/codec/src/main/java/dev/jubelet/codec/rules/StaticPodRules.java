package dev.jubelet.codec.rules;

import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.volume.Volume;
import java.util.List;
import java.util.Set;

/**
 * What a static pod cannot have, since it needs what only an API server does. ConfigMaps, Secrets
 * and claims it can: they are manifests like the pod itself.
 */
public final class StaticPodRules {
  private static final String NO_API =
      "needs an API server, which this version does not have yet, so that static pods cannot use it";
  private static final Set<String> API_VOLUMES = Set.of("csi", "glusterfs", "azureFile");
  private static final Set<String> API_PROJECTIONS =
      Set.of("serviceAccountToken", "clusterTrustBundle", "podCertificate");

  private final Findings findings = new Findings();

  private StaticPodRules() {}

  public static List<Finding> check(Pod pod) {
    StaticPodRules rules = new StaticPodRules();
    if (pod.metadata().deletionTimestamp() != null) {
      rules.findings.forbidden(
          FieldPath.ROOT.child("metadata", "deletionTimestamp"),
          "a static pod is deleted by removing its manifest");
    }
    if (!pod.spec().ephemeralContainers().isEmpty() && pod.metadata().uid().isEmpty()) {
      rules.findings.forbidden(
          FieldPath.ROOT.child("spec", "ephemeralContainers"),
          "they are added to a pod that runs, and without a metadata.uid of its own an edited"
              + " manifest is another pod");
    }
    rules.spec(pod.spec(), FieldPath.ROOT.child("spec"));
    return rules.findings.list();
  }

  private void spec(PodSpec spec, FieldPath path) {
    refuse(
        !spec.serviceAccountName().isEmpty(),
        path.child("serviceAccountName"),
        "a service account");
    refuse(!spec.resourceClaims().isEmpty(), path.child("resourceClaims"), "a resource claim");
    for (int i = 0; i < spec.volumes().size(); i++) {
      volume(spec.volumes().get(i), path.child("volumes").index(i));
    }
  }

  private void volume(Volume volume, FieldPath path) {
    for (String source : VolumeSources.of(volume)) {
      refuse(API_VOLUMES.contains(source), path.child(source), "a volume of kind " + source);
    }
    if (volume.projected() != null) {
      for (int i = 0; i < volume.projected().sources().size(); i++) {
        FieldPath at = path.child("projected", "sources").index(i);
        for (String source : VolumeSources.of(volume.projected().sources().get(i))) {
          refuse(API_PROJECTIONS.contains(source), at.child(source), "a projection of " + source);
        }
      }
    }
  }

  private void refuse(boolean used, FieldPath path, String what) {
    if (used) {
      findings.forbidden(path, what + " " + NO_API);
    }
  }
}

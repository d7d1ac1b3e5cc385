package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.OsName;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodOs;
import java.util.List;

/** A pod made for another operating system is not run. */
public final class OperatingSystemRule implements AdmissionRule {
  private static final String OS_LABEL = "kubernetes.io/os";

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    // Kubernetes looks at the pod's own label here; the node selector is the affinity rule's.
    String label = candidate.metadata().labels().get(OS_LABEL);
    if (label != null && !label.equals(node.operatingSystem())) {
      return new AdmissionVerdict.Rejected(
          "PodOSSelectorNodeLabelDoesNotMatch",
          "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label");
    }
    PodOs os = candidate.spec().os();
    if (os != null && !matches(os, node)) {
      return new AdmissionVerdict.Rejected(
          "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS");
    }
    return AdmissionVerdict.ADMITTED;
  }

  private static boolean matches(PodOs os, NodeFacts node) {
    OsName name = os.name();
    return name != null && name.wire().equals(node.operatingSystem());
  }
}

package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.security.SupplementalGroupsPolicy;
import java.util.List;

/** A pod that forbids the groups of its images needs a runtime that can leave them out. */
public final class SupplementalGroupsRule implements AdmissionRule {
  private final boolean supported;

  public SupplementalGroupsRule(boolean supported) {
    this.supported = supported;
  }

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    boolean strict =
        candidate.spec().security().supplementalGroupsPolicy() == SupplementalGroupsPolicy.STRICT;
    return strict && !supported
        ? new AdmissionVerdict.Rejected(
            "SupplementalGroupsPolicyNotSupported",
            "SupplementalGroupsPolicy=Strict is not supported in this node")
        : AdmissionVerdict.ADMITTED;
  }
}

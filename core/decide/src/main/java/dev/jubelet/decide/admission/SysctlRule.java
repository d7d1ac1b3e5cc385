package dev.jubelet.decide.admission;

import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.security.Sysctl;
import java.util.List;
import java.util.Optional;

/** A pod sets only sysctls that stay within its own namespaces and that this node allows. */
public final class SysctlRule implements AdmissionRule {
  private final SysctlAllowlist allowed;

  public SysctlRule(SysctlAllowlist allowed) {
    this.allowed = allowed;
  }

  @Override
  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    PodSpec spec = candidate.spec();
    for (Sysctl sysctl : spec.security().sysctls()) {
      Optional<String> objection =
          allowed.objection(sysctl.name(), spec.hostNetwork(), spec.hostIPC());
      if (objection.isPresent()) {
        return new AdmissionVerdict.Rejected(
            "SysctlForbidden", "forbidden sysctl: " + objection.get());
      }
    }
    return AdmissionVerdict.ADMITTED;
  }
}

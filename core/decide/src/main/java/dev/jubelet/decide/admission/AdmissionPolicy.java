package dev.jubelet.decide.admission;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import java.util.List;

/** All the rules of admission in their order; the first rejection counts. */
public record AdmissionPolicy(List<AdmissionRule> rules) {
  public AdmissionPolicy {
    rules = List.copyOf(rules);
  }

  /**
   * The rules in the order of the Go kubelet, so that a pod with several faults is rejected for the
   * same one.
   */
  public static AdmissionPolicy standard(NodeSettings.Admission settings, MachineFacts machine) {
    return new AdmissionPolicy(
        List.of(
            new SysctlRule(SysctlAllowlist.safeAnd(settings.allowedUnsafeSysctls())),
            new OperatingSystemRule(),
            new SupplementalGroupsRule(machine.runtime().supplementalGroupsPolicy()),
            new ResourceRule(),
            new NodeAffinityRule(),
            new NodeNameRule(),
            new HostPortRule(),
            new TaintRule(),
            new AppArmorRule(machine.apparmor()),
            new HandlerHostRule(settings.probeHosts())));
  }

  public AdmissionVerdict judge(Pod candidate, List<Pod> admitted, NodeFacts node) {
    List<Pod> others = admitted.stream().filter(p -> !p.uid().equals(candidate.uid())).toList();
    for (AdmissionRule rule : rules) {
      if (rule.judge(candidate, others, node) instanceof AdmissionVerdict.Rejected rejected) {
        return rejected;
      }
    }
    return AdmissionVerdict.ADMITTED;
  }
}

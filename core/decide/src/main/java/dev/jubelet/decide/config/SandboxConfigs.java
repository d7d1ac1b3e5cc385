package dev.jubelet.decide.config;

import dev.jubelet.decide.config.annotation.RuntimeLabels;
import dev.jubelet.decide.config.dns.PodDns;
import dev.jubelet.decide.config.dns.PodHostname;
import dev.jubelet.decide.environment.ResolvedValue;
import dev.jubelet.decide.resources.CgroupParent;
import dev.jubelet.decide.resources.LinuxLimits;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.decide.resources.QosClasses;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.NamespaceOptions;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.model.security.PodSecurityContext;
import dev.jubelet.model.security.Sysctl;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that the runtime is told about a pod's sandbox. */
public final class SandboxConfigs {
  private SandboxConfigs() {}

  /**
   * Or why the pod cannot have one as it is written.
   *
   * @param users the pod's own, where it has some
   */
  public static ResolvedValue<SandboxConfig> of(
      Pod pod, int attempt, NodeSettings settings, MachineFacts machine, @Nullable IdRange users) {
    ResolvedValue<SandboxConfig> resolved =
        hostname(pod, settings)
            .then(hostname ->
                PodNamespaces.of(pod, machine, users)
                    .map(namespaces ->
                        config(pod, attempt, settings, machine, hostname, namespaces)));
    return switch (resolved) {
      case ResolvedValue.Value<SandboxConfig> config -> config;
      case ResolvedValue.Refused(String why) ->
          ResolvedValue.refused(
              "Failed to generate sandbox config for pod \"" + pod.description() + "\": " + why);
    };
  }

  /** A pod on the node's network has the node's name, which the runtime knows. */
  private static ResolvedValue<String> hostname(Pod pod, NodeSettings settings) {
    if (pod.spec().hostNetwork()) {
      return ResolvedValue.value("");
    }
    boolean inFull = Boolean.TRUE.equals(pod.spec().setHostnameAsFQDN());
    return PodHostname.of(pod, settings).then(name -> name.forKernel(inFull));
  }

  private static SandboxConfig config(
      Pod pod,
      int attempt,
      NodeSettings settings,
      MachineFacts machine,
      String hostname,
      NamespaceOptions namespaces) {
    LinuxLimits limits = new LinuxLimits(settings, machine);
    return new SandboxConfig(
        pod.metadata().name(),
        pod.metadata().namespace(),
        pod.metadata().uid(),
        attempt,
        hostname,
        LogPaths.directory(pod, settings),
        PodDns.of(pod, settings),
        PortMappings.of(pod),
        RuntimeLabels.ofSandbox(pod),
        pod.metadata().annotations(),
        CgroupParent.of(pod.uid(), QosClasses.of(pod), settings),
        SandboxSecurities.of(pod, namespaces),
        sysctls(pod.spec().security()),
        limits.ofOverhead(pod),
        limits.ofSandbox(pod));
  }

  private static Map<String, String> sysctls(PodSecurityContext context) {
    Map<String, String> sysctls = new LinkedHashMap<>();
    for (Sysctl sysctl : context.sysctls()) {
      sysctls.put(sysctl.name(), sysctl.value());
    }
    return sysctls;
  }
}

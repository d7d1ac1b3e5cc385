package dev.jubelet.app.settings;

import dev.jubelet.app.settings.kubelet.KubeletConfiguration;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.app.settings.node.HealthEndpoint;
import dev.jubelet.app.settings.node.ImageSettings;
import dev.jubelet.app.settings.node.LogSettings;
import dev.jubelet.app.settings.node.PortSettings;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.app.settings.node.StaticPodSettings;
import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.node.NodeSettingsBuilder;
import dev.jubelet.model.node.NodeSettingsCgroupsBuilder;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.scheduling.Taint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that was decided before the node starts: configuration, flags and defaults made one, checked,
 * in the types of the domain.
 *
 * @param kubelet checked, with its defaults
 * @param settings what the engine needs, still without what only the machine and the runtime know:
 *     the addresses are those of {@code --node-ip}, and the cgroup driver counts only when the
 *     container runtime does not name one
 * @param cluster empty when the node stands alone
 */
public record NodeConfig(
    KubeletConfiguration kubelet,
    NodeSettings settings,
    Pods pods,
    StaticPodSettings staticPods,
    RuntimeEndpoint runtime,
    Registration registration,
    Optional<ClusterSettings> cluster,
    Reporting reporting) {
  /**
   * @param resolvConf empty when pods are to find nothing, as Kubernetes has it
   * @param shareCgroupRoot whether the node starts although another kubelet uses its cgroup root
   */
  public record Pods(
      ImageSettings images,
      Optional<Path> resolvConf,
      long userIdsPerPod,
      boolean shareCgroupRoot) {}

  /** How the node describes itself when it is first heard of. */
  public record Registration(
      Reservations reservations, Map<String, String> labels, List<Taint> taints) {
    public Registration {
      labels = Ordered.copyOf(labels);
      taints = List.copyOf(taints);
    }
  }

  /**
   * How the node shows itself to others.
   *
   * @param tracing empty when nobody collects traces
   * @param health empty when {@code healthzPort} is 0
   * @param port empty when nobody comes to it
   */
  public record Reporting(
      LogSettings log,
      Optional<TracingSettings> tracing,
      Optional<HealthEndpoint> health,
      Optional<PortSettings> port) {}

  public String nodeName() {
    return settings.nodeName();
  }

  /** From {@code --node-ip}; empty when the machine's own are to be found. */
  public List<String> nodeIps() {
    return settings.hostIps();
  }

  public Path rootDirectory() {
    return Path.of(settings.rootDirectory());
  }

  public Path podLogsDirectory() {
    return Path.of(settings.podLogsDirectory());
  }

  /** What the engine needs, once the machine and the runtime have been asked. */
  public NodeSettings settings(
      List<String> hostIps, DnsSettings hostDns, CgroupDriver cgroupDriver) {
    NodeSettings.Dns dns = settings.dns();
    return NodeSettingsBuilder.builder(settings)
        .hostIps(hostIps)
        .dns(new NodeSettings.Dns(dns.servers(), dns.domain(), hostDns))
        .cgroups(
            NodeSettingsCgroupsBuilder.builder(settings.cgroups()).driver(cgroupDriver).build())
        .build();
  }
}

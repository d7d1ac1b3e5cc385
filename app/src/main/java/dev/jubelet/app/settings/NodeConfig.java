package dev.jubelet.app.settings;

import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.model.runtime.DnsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All that was decided before the node starts: configuration, flags and defaults made one, checked,
 * in the types of the domain.
 *
 * @param nodeIps from {@code --node-ip}; empty when the machine's own are to be found
 * @param health empty when {@code healthzPort} is 0
 * @param resolvConf empty when pods are to find nothing, see {@link ResolvConf#NO_LOOKUPS}
 * @param configuredCgroupDriver counts only when the container runtime does not name one
 * @param cluster empty when the node stands alone
 * @param port empty when nobody comes to it
 * @param tracing empty when nobody collects traces
 */
public record NodeConfig(
    String nodeName,
    List<String> nodeIps,
    Path rootDirectory,
    Path podLogsDirectory,
    StaticPodSettings staticPods,
    RuntimeEndpoint runtime,
    Duration runtimeRequestTimeout,
    Optional<HealthEndpoint> health,
    LogSettings log,
    Duration syncFrequency,
    Duration restartBackoffMax,
    ImageSettings images,
    int maxPods,
    Reservations reservations,
    Optional<Path> resolvConf,
    String cgroupRoot,
    CgroupDriver configuredCgroupDriver,
    boolean cgroupsPerQos,
    boolean cpuCfsQuota,
    Duration cpuCfsQuotaPeriod,
    long podPidsLimit,
    List<String> clusterDns,
    String clusterDomain,
    boolean seccompDefault,
    List<String> allowedUnsafeSysctls,
    boolean limitedSwap,
    boolean singleProcessOomKill,
    long userIdsPerPod,
    NodeRegistration registration,
    Optional<ClusterSettings> cluster,
    Optional<PortSettings> port,
    Optional<TracingSettings> tracing) {
  public NodeConfig {
    nodeIps = List.copyOf(nodeIps);
    clusterDns = List.copyOf(clusterDns);
    allowedUnsafeSysctls = List.copyOf(allowedUnsafeSysctls);
  }

  /** What the engine needs, once the machine and the runtime have been asked. */
  public NodeSettings nodeSettings(
      List<String> hostIps, DnsSettings hostDns, CgroupDriver cgroupDriver) {
    return new NodeSettings(
        nodeName,
        hostIps,
        rootDirectory.toString(),
        podLogsDirectory.toString(),
        cgroupRoot,
        cgroupDriver,
        cgroupsPerQos,
        cpuCfsQuota,
        cpuCfsQuotaPeriod,
        podPidsLimit,
        clusterDns,
        clusterDomain,
        hostDns,
        seccompDefault,
        allowedUnsafeSysctls,
        limitedSwap,
        singleProcessOomKill);
  }
}

package dev.jubelet.model.node;

import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.model.runtime.DnsSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * What configuration says about how pods are to be run on this node.
 *
 * @param limitedSwap whether Burstable containers may swap, each by its share of the memory
 * @param singleProcessOomKill whether memory that runs out takes one process of a container only
 */
@RecordBuilder
public record NodeSettings(
    String nodeName,
    List<String> hostIps,
    String rootDirectory,
    String podLogsDirectory,
    String cgroupRoot,
    CgroupDriver cgroupDriver,
    boolean cgroupsPerQos,
    boolean cpuCfsQuota,
    Duration cpuCfsQuotaPeriod,
    long podPidsLimit,
    List<String> clusterDns,
    String clusterDomain,
    DnsSettings hostDns,
    boolean seccompDefault,
    List<String> allowedUnsafeSysctls,
    boolean limitedSwap,
    boolean singleProcessOomKill) {
  /** Nothing swaps, and memory that runs out takes a whole container. */
  public NodeSettings(
      String nodeName,
      List<String> hostIps,
      String rootDirectory,
      String podLogsDirectory,
      String cgroupRoot,
      CgroupDriver cgroupDriver,
      boolean cgroupsPerQos,
      boolean cpuCfsQuota,
      Duration cpuCfsQuotaPeriod,
      long podPidsLimit,
      List<String> clusterDns,
      String clusterDomain,
      DnsSettings hostDns,
      boolean seccompDefault,
      List<String> allowedUnsafeSysctls) {
    this(
        nodeName,
        hostIps,
        rootDirectory,
        podLogsDirectory,
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
        false,
        false);
  }

  public NodeSettings {
    hostIps = List.copyOf(hostIps);
    clusterDns = List.copyOf(clusterDns);
    allowedUnsafeSysctls = List.copyOf(allowedUnsafeSysctls);
  }
}

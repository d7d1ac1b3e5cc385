package dev.jubelet.model.node;

import dev.jubelet.model.runtime.CgroupDriver;
import dev.jubelet.model.runtime.DnsSettings;
import java.time.Duration;
import java.util.List;

/** What configuration says about how pods are to be run on this node. */
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
    List<String> allowedUnsafeSysctls) {
  public NodeSettings {
    hostIps = List.copyOf(hostIps);
    clusterDns = List.copyOf(clusterDns);
    allowedUnsafeSysctls = List.copyOf(allowedUnsafeSysctls);
  }
}

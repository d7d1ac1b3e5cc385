package dev.jubelet.model.node;

import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/** What configuration says about how pods are to be run on this node. */
@RecordBuilder
public record NodeSettings(
    String nodeName,
    List<String> hostIps,
    String rootDirectory,
    String podLogsDirectory,
    Cgroups cgroups,
    Dns dns,
    boolean seccompDefault,
    List<String> allowedUnsafeSysctls) {
  /**
   * The control groups of pods, and what is limited by them.
   *
   * @param podPidsLimit -1 for none
   * @param limitedSwap whether Burstable containers may swap, each by its share of the memory
   * @param singleProcessOomKill whether memory that runs out takes one process of a container only
   */
  @RecordBuilder
  public record Cgroups(
      String root,
      CgroupDriver driver,
      boolean perQos,
      boolean cpuCfsQuota,
      Duration cpuCfsQuotaPeriod,
      long podPidsLimit,
      boolean limitedSwap,
      boolean singleProcessOomKill) {}

  /**
   * @param servers of the cluster
   * @param domain of the cluster
   * @param host what the machine itself uses
   */
  public record Dns(List<String> servers, String domain, DnsSettings host) {
    public Dns {
      servers = List.copyOf(servers);
    }
  }

  public NodeSettings {
    hostIps = List.copyOf(hostIps);
    allowedUnsafeSysctls = List.copyOf(allowedUnsafeSysctls);
  }
}

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
    Admission admission) {
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

  /**
   * What pods may ask for here.
   *
   * @param allowedUnsafeSysctls names, or beginnings of names followed by {@code *}
   * @param probeHosts whether probes and hooks may name the host that the node calls
   */
  public record Admission(List<String> allowedUnsafeSysctls, boolean probeHosts) {
    /** As Kubernetes has it where nobody says otherwise. */
    public static final Admission USUAL = new Admission(List.of(), true);

    public Admission {
      allowedUnsafeSysctls = List.copyOf(allowedUnsafeSysctls);
    }
  }

  public NodeSettings {
    hostIps = List.copyOf(hostIps);
  }
}

package dev.jubelet.decide.resources;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.node.NodeSettingsBuilder;
import dev.jubelet.model.node.NodeSettingsCgroupsBuilder;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Nodes for tests of these packages, each with one thing out of the ordinary. */
public final class Nodes {
  public static final MachineFacts UNIFIED =
      new MachineFacts(true, false, false, true, List.of(), List.of());
  public static final MachineFacts LEGACY =
      new MachineFacts(false, false, false, false, List.of(), List.of());
  public static final DnsSettings HOST_DNS =
      new DnsSettings(List.of("192.0.2.53"), List.of("example.org"), List.of("edns0"));

  private Nodes() {}

  public static NodeSettings plain() {
    return cgroups("/", CgroupDriver.CGROUPFS, true);
  }

  public static NodeSettings cgroups(String root, CgroupDriver driver, boolean perQos) {
    return settings(root, driver, perQos, true, 100, -1, List.of(), "", false);
  }

  public static NodeSettings quota(boolean enforced, int periodMillis) {
    return settings(
        "/", CgroupDriver.CGROUPFS, true, enforced, periodMillis, -1, List.of(), "", false);
  }

  public static NodeSettings pidsLimit(long limit) {
    return settings("/", CgroupDriver.CGROUPFS, true, true, 100, limit, List.of(), "", false);
  }

  public static NodeSettings cluster(String domain, String... dns) {
    return settings("/", CgroupDriver.CGROUPFS, true, true, 100, -1, List.of(dns), domain, false);
  }

  public static NodeSettings seccompDefault() {
    return settings("/", CgroupDriver.CGROUPFS, true, true, 100, -1, List.of(), "", true);
  }

  public static NodeFacts facts() {
    return new NodeFacts(
        "node-1",
        Map.of(),
        Map.of("memory", Quantity.parse("8Gi"), "cpu", Quantity.of(4)),
        Map.of(
            "memory", Quantity.parse("7Gi"),
            "cpu", Quantity.parse("3500m"),
            "ephemeral-storage", Quantity.parse("10Gi")),
        "linux",
        "amd64");
  }

  /** Burstable containers may swap, and memory that runs out takes one process only. */
  public static NodeSettings swapping() {
    NodeSettings plain = plain();
    return NodeSettingsBuilder.builder(plain)
        .cgroups(
            NodeSettingsCgroupsBuilder.builder(plain.cgroups())
                .limitedSwap(true)
                .singleProcessOomKill(true)
                .build())
        .build();
  }

  private static NodeSettings settings(
      String root,
      CgroupDriver driver,
      boolean perQos,
      boolean quota,
      int periodMillis,
      long pids,
      List<String> clusterDns,
      String domain,
      boolean seccompDefault) {
    return new NodeSettings(
        "node-1",
        List.of("192.0.2.10"),
        "/var/lib/kubelet",
        "/var/log/pods",
        new NodeSettings.Cgroups(
            root, driver, perQos, quota, Duration.ofMillis(periodMillis), pids, false, false),
        new NodeSettings.Dns(clusterDns, domain, HOST_DNS),
        seccompDefault,
        NodeSettings.Admission.USUAL);
  }
}

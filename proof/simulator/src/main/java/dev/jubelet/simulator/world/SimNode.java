package dev.jubelet.simulator.world;

import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.engine.act.PodRunSettings;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The node that all simulations run on. */
final class SimNode {
  private static final PodRunSettings RUN_SETTINGS =
      new PodRunSettings(
          new NodeSettings(
              "node",
              List.of("10.0.0.1"),
              "/var/lib/kubelet",
              "/var/log/pods",
              new NodeSettings.Cgroups(
                  "", CgroupDriver.CGROUPFS, true, true, Duration.ofMillis(100), -1, false, false),
              new NodeSettings.Dns(List.of(), "cluster.local", DnsSettings.NONE),
              false,
              NodeSettings.Admission.USUAL),
          new NodeFacts(
              "node", Map.of("kubernetes.io/os", "linux"), amounts(), amounts(), "linux", "amd64"),
          new MachineFacts(true, true, false, true, List.of(), List.of()),
          PodRunSettings.OwnUsers.NONE);

  private SimNode() {}

  static PodRunSettings runSettings() {
    return RUN_SETTINGS;
  }

  private static Map<String, Quantity> amounts() {
    Map<String, Quantity> amounts = new LinkedHashMap<>();
    amounts.put("cpu", Quantity.of(4));
    amounts.put("memory", Quantity.parse("16Gi"));
    amounts.put("ephemeral-storage", Quantity.parse("100Gi"));
    amounts.put("pods", Quantity.of(110));
    return amounts;
  }
}

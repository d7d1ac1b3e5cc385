package dev.jubelet.app.assembly;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.linux.HugePageSize;
import dev.jubelet.linux.NodeMachine;
import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeFacts;
import java.util.LinkedHashMap;
import java.util.Map;

/** The node as Kubernetes describes nodes. */
final class NodeDescription {
  private static final String MEMORY = "memory";

  private NodeDescription() {}

  static NodeFacts of(NodeConfig config, NodeMachine machine, long diskBytes) {
    return of(
        config,
        new Size(machine.cpus(), machine.memoryBytes(), diskBytes, machine.hugePages()),
        machine.operatingSystem(),
        machine.architecture());
  }

  /** What of the machine can be counted. */
  record Size(int cpus, long memoryBytes, long diskBytes, Map<HugePageSize, Long> hugePages) {}

  static NodeFacts of(NodeConfig config, Size size, String system, String architecture) {
    Map<String, Quantity> capacity = new LinkedHashMap<>();
    capacity.put("cpu", Quantity.of(size.cpus()));
    capacity.put(MEMORY, Quantity.of(size.memoryBytes()));
    capacity.put("ephemeral-storage", Quantity.of(size.diskBytes()));
    size.hugePages()
        .forEach(
            (page, count) -> capacity.put(page.resourceName(), Quantity.of(page.bytes() * count)));
    capacity.put("pods", Quantity.of(config.kubelet().maxPods()));
    return new NodeFacts(
        config.nodeName(),
        labels(config, system, architecture),
        capacity,
        allocatable(config, capacity, size),
        system,
        architecture,
        config.registration().taints());
  }

  /** Kubernetes: huge pages are set aside, so nobody can have their memory as ordinary memory. */
  private static Map<String, Quantity> allocatable(
      NodeConfig config, Map<String, Quantity> capacity, Size size) {
    Map<String, Quantity> allocatable =
        new LinkedHashMap<>(config.registration().reservations().allocatable(capacity));
    long setAside =
        size.hugePages().entrySet().stream()
            .mapToLong(entry -> entry.getKey().bytes() * entry.getValue())
            .sum();
    allocatable.computeIfPresent(
        MEMORY, (_, memory) -> memory.minus(Quantity.of(setAside)).max(Quantity.ZERO));
    return allocatable;
  }

  /** Those that were asked for first, so that nobody can take the machine's own away. */
  private static Map<String, String> labels(NodeConfig config, String system, String architecture) {
    Map<String, String> labels = new LinkedHashMap<>(config.registration().labels());
    labels.put("kubernetes.io/hostname", config.nodeName());
    labels.put("kubernetes.io/os", system);
    labels.put("kubernetes.io/arch", architecture);
    labels.put("beta.kubernetes.io/os", system);
    labels.put("beta.kubernetes.io/arch", architecture);
    return labels;
  }
}

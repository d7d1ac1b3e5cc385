package dev.jubelet.runtime.oci;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.model.runtime.config.LinuxResources;
import dev.jubelet.runtime.oci.input.HostFacts;
import java.util.ArrayList;
import java.util.List;

/** What a container may use, as its cgroup is told. In CRI zero means that nothing was said. */
public final class ResourceLimits {
  private ResourceLimits() {}

  /** What {@code runc update --resources} and {@code crun update --resources} read. */
  public static Spec update(LinuxResources wanted, HostFacts machine) {
    List<String> notes = new ArrayList<>();
    Node.Fields node = builder(wanted, machine, notes).build();
    return new Spec(JsonWriter.compact(node), notes, List.of(), "");
  }

  static JsonObject builder(LinuxResources wanted, HostFacts machine, List<String> notes) {
    JsonObject builder = new JsonObject();
    builder.putUnlessEmpty("memory", memory(wanted, machine));
    builder.putUnlessEmpty(
        "cpu",
        new JsonObject()
            .putUnlessZero("shares", wanted.cpuShares())
            .putUnlessZero("quota", wanted.cpuQuota())
            .putUnlessZero("period", wanted.cpuPeriod())
            .putUnlessEmpty("cpus", wanted.cpusetCpus())
            .putUnlessEmpty("mems", wanted.cpusetMems())
            .build());
    builder.putUnlessEmpty("hugepageLimits", hugepages(wanted, machine, notes));
    unified(builder, wanted, machine, notes);
    return builder;
  }

  /** The limit of swap is one of memory and swap together; without one, nothing is swapped. */
  private static Node.Fields memory(LinuxResources wanted, HostFacts machine) {
    JsonObject memory = new JsonObject().putUnlessZero("limit", wanted.memoryLimitBytes());
    if (machine.cgroups().swapAccounting() && wanted.memoryLimitBytes() != 0) {
      memory.put(
          "swap",
          wanted.memorySwapLimitBytes() == 0
              ? wanted.memoryLimitBytes()
              : wanted.memorySwapLimitBytes());
    }
    return memory.build();
  }

  /** The kubelet names all page sizes always, most of them with zero. */
  private static List<Node> hugepages(
      LinuxResources wanted, HostFacts machine, List<String> notes) {
    List<Node> limits = new ArrayList<>();
    wanted
        .hugepageLimits()
        .forEach((size, limit) -> {
          if (machine.cgroups().hugetlb()) {
            limits.add(new JsonObject().put("pageSize", size).put("limit", limit).build());
          } else if (limit > 0) {
            notes.add(
                "huge pages of " + size + " are not limited: the node has no such controller");
          }
        });
    return limits;
  }

  private static void unified(
      JsonObject builder, LinuxResources wanted, HostFacts machine, List<String> notes) {
    if (wanted.unified().isEmpty()) {
      return;
    }
    if (!machine.cgroups().unified()) {
      notes.add(
          "not set, as the node has cgroups of version 1: "
              + String.join(", ", wanted.unified().keySet()));
      return;
    }
    JsonObject values = new JsonObject();
    wanted.unified().forEach(values::put);
    builder.put("unified", values.build());
  }
}

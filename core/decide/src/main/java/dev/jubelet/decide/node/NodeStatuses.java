package dev.jubelet.decide.node;

import dev.jubelet.model.meta.Quantity;
import dev.jubelet.model.node.NodeCondition;
import dev.jubelet.model.node.NodeImage;
import dev.jubelet.model.node.NodeRuntimeHandler;
import dev.jubelet.model.node.NodeStatus;
import dev.jubelet.model.node.NodeStatusBuilder;
import dev.jubelet.model.runtime.RuntimeFeatures;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The status that a node should be shown with. */
public final class NodeStatuses {
  private static final String HUGE_PAGES = "hugepages-";

  private NodeStatuses() {}

  /**
   * @param shown what the cluster has now; resources that others gave the node stay, and so do
   *     conditions that are not ours
   */
  public static NodeStatus of(
      NodeProfile profile,
      NodeHealth health,
      List<NodeImage> images,
      NodeStatus shown,
      Instant wall) {
    Instant now = wall.truncatedTo(ChronoUnit.SECONDS);
    Map<String, Quantity> capacity = capacity(profile, shown);
    return new NodeStatus(
        capacity,
        allocatable(profile, capacity),
        conditions(NodeConditions.of(health, capacity, shown.conditions(), now), shown),
        profile.addresses(),
        new NodeStatus.DaemonEndpoints(new NodeStatus.Endpoint(profile.port())),
        profile.info(),
        images,
        List.of(),
        handlers(profile.runtime()),
        new NodeStatus.Features(profile.runtime().supplementalGroupsPolicy()),
        profile.declaredFeatures());
  }

  /**
   * The same with no devices: those of a kubelet before us are not served any more. Kubernetes sets
   * them to zero when a node comes back without its device plugins.
   */
  public static NodeStatus withoutDevices(NodeStatus shown) {
    Map<String, Quantity> capacity = new LinkedHashMap<>(shown.capacity());
    capacity.replaceAll((name, amount) -> isExtended(name) ? Quantity.ZERO : amount);
    return NodeStatusBuilder.builder(shown).capacity(capacity).build();
  }

  /** Kubernetes: a name with a domain that is not its own. */
  private static boolean isExtended(String resource) {
    return resource.contains("/")
        && !resource.contains("kubernetes.io/")
        && !resource.startsWith("requests.");
  }

  /** Whether two statuses say the same, whenever it was last said. */
  public static boolean agree(NodeStatus one, NodeStatus other) {
    return timeless(one).equals(timeless(other));
  }

  private static NodeStatus timeless(NodeStatus status) {
    Map<String, NodeCondition> conditions = new TreeMap<>();
    status.conditions().forEach(each -> conditions.put(each.type(), each.timeless()));
    return NodeStatusBuilder.builder(status).conditions(List.copyOf(conditions.values())).build();
  }

  /** A size of huge pages that the machine does not have any more goes. */
  private static Map<String, Quantity> capacity(NodeProfile profile, NodeStatus shown) {
    Map<String, Quantity> capacity = new LinkedHashMap<>(profile.facts().capacity());
    shown
        .capacity()
        .forEach((name, amount) -> {
          if (!name.startsWith(HUGE_PAGES)) {
            capacity.putIfAbsent(name, amount);
          }
        });
    return capacity;
  }

  /** Nothing is reserved of what others gave the node. */
  private static Map<String, Quantity> allocatable(
      NodeProfile profile, Map<String, Quantity> capacity) {
    Map<String, Quantity> allocatable = new LinkedHashMap<>(profile.facts().allocatable());
    capacity.forEach(allocatable::putIfAbsent);
    return allocatable;
  }

  private static List<NodeCondition> conditions(List<NodeCondition> ours, NodeStatus shown) {
    List<NodeCondition> all = new ArrayList<>();
    for (NodeCondition other : shown.conditions()) {
      if (NodeConditions.find(ours, other.type()).isEmpty()) {
        all.add(other);
      }
    }
    all.addAll(ours);
    return all;
  }

  private static List<NodeRuntimeHandler> handlers(RuntimeFeatures runtime) {
    List<NodeRuntimeHandler> handlers = new ArrayList<>();
    new TreeMap<>(runtime.handlers())
        .forEach((name, can) ->
            handlers.add(
                new NodeRuntimeHandler(
                    name,
                    new NodeRuntimeHandler.Features(
                        can.recursiveReadOnlyMounts(), can.userNamespaces()))));
    return handlers;
  }
}

package dev.jubelet.model.node;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.meta.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a node is shown to its cluster. */
@RecordBuilder
public record NodeStatus(
    Map<String, Quantity> capacity,
    Map<String, Quantity> allocatable,
    List<NodeCondition> conditions,
    List<NodeAddress> addresses,
    @Nullable DaemonEndpoints daemonEndpoints,
    @Nullable NodeSystemInfo nodeInfo,
    List<NodeImage> images,
    List<String> volumesInUse,
    List<NodeRuntimeHandler> runtimeHandlers,
    @Nullable Features features,
    List<String> declaredFeatures) {
  public static final NodeStatus NOTHING =
      new NodeStatus(
          Map.of(), Map.of(), List.of(), List.of(), null, null, List.of(), List.of(), List.of(),
          null, List.of());

  public NodeStatus {
    capacity = Ordered.copyOf(capacity);
    allocatable = Ordered.copyOf(allocatable);
    conditions = List.copyOf(conditions);
    addresses = List.copyOf(addresses);
    images = List.copyOf(images);
    volumesInUse = List.copyOf(volumesInUse);
    runtimeHandlers = List.copyOf(runtimeHandlers);
    declaredFeatures = List.copyOf(declaredFeatures);
  }

  /** Where others reach this node's own server. */
  public record DaemonEndpoints(@Nullable Endpoint kubeletEndpoint) {}

  /** The API spells this name with a capital letter. */
  @SuppressWarnings("checkstyle:RecordComponentName")
  public record Endpoint(int Port) {}

  public record Features(@Nullable Boolean supplementalGroupsPolicy) {}
}

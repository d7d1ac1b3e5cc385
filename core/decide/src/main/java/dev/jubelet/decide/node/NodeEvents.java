package dev.jubelet.decide.node;

import dev.jubelet.model.node.NodeCondition;
import dev.jubelet.model.node.NodeStatus;
import dev.jubelet.model.node.NodeSystemInfo;
import dev.jubelet.model.status.ConditionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster is told in events when the node is shown in another way than before.
 *
 * @param warning whether it is of type Warning
 */
public record NodeEvents(boolean warning, String reason, String message) {
  /**
   * @param before how it was shown, {@link NodeStatus#NOTHING} before the first time
   */
  public static List<NodeEvents> between(String node, NodeStatus before, NodeStatus after) {
    List<NodeEvents> news = new ArrayList<>();
    rebooted(node, before.nodeInfo(), after.nodeInfo()).ifPresent(news::add);
    for (NodeConditions.Kind kind : NodeConditions.Kind.values()) {
      ConditionStatus was = status(before, kind.type).orElse(ConditionStatus.UNKNOWN);
      ConditionStatus is = status(after, kind.type).orElse(was);
      if (is != was) {
        news.add(turned(node, kind.words(is == ConditionStatus.TRUE).event()));
      }
    }
    Optional<ConditionStatus> was = status(before, NodeConditions.READY);
    Optional<ConditionStatus> is = status(after, NodeConditions.READY);
    if (was.isPresent() && is.isPresent() && was.get() != is.get()) {
      news.add(turned(node, is.get() == ConditionStatus.TRUE ? "NodeReady" : "NodeNotReady"));
    }
    return news;
  }

  /** Somebody allowed or forbade that pods are sent here. */
  public static NodeEvents schedulable(String node, boolean schedulable) {
    return turned(node, schedulable ? "NodeSchedulable" : "NodeNotSchedulable");
  }

  public static NodeEvents starting() {
    return new NodeEvents(false, "Starting", "Starting kubelet.");
  }

  private static NodeEvents turned(String node, String event) {
    return new NodeEvents(false, event, "Node " + node + " status is now: " + event);
  }

  private static Optional<NodeEvents> rebooted(
      String node, @Nullable NodeSystemInfo before, @Nullable NodeSystemInfo after) {
    if (before == null
        || after == null
        || before.bootID().isEmpty()
        || before.bootID().equals(after.bootID())) {
      return Optional.empty();
    }
    return Optional.of(
        new NodeEvents(
            true, "Rebooted", "Node " + node + " has been rebooted, boot id: " + after.bootID()));
  }

  private static Optional<ConditionStatus> status(NodeStatus status, String type) {
    return NodeConditions.find(status.conditions(), type).map(NodeCondition::status);
  }
}

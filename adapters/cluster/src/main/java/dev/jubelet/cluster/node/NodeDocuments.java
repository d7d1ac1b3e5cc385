package dev.jubelet.cluster.node;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.decide.node.NodeProfile;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.node.NodeStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The node's object and the patches of it, as they are sent. */
final class NodeDocuments {
  private static final Set<String> CONDITIONS =
      Set.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready");

  /** All parts of a status but conditions and addresses, which are merged by a key. */
  private static final Map<String, Function<NodeStatus, @Nullable Object>> PARTS =
      Map.of(
          "capacity", NodeStatus::capacity,
          "allocatable", NodeStatus::allocatable,
          "daemonEndpoints", NodeStatus::daemonEndpoints,
          "nodeInfo", NodeStatus::nodeInfo,
          "images", NodeStatus::images,
          "volumesInUse", NodeStatus::volumesInUse,
          "runtimeHandlers", NodeStatus::runtimeHandlers,
          "features", NodeStatus::features,
          "declaredFeatures", NodeStatus::declaredFeatures);

  private NodeDocuments() {}

  static Node.Fields initial(NodeProfile profile, NodeStatus status) {
    JsonObject spec =
        new JsonObject()
            .putUnlessEmpty("providerID", profile.registration().providerId())
            .putUnlessEmpty(
                "taints", profile.facts().taints().stream().map(RecordEncoder::tree).toList());
    return new JsonObject()
        .put("apiVersion", "v1")
        .put("kind", "Node")
        .put(
            "metadata",
            new JsonObject()
                .put("name", profile.name())
                .put("labels", texts(profile.facts().labels()))
                .put("annotations", texts(profile.registration().annotations())))
        .put("spec", spec)
        .put("status", RecordEncoder.tree(status))
        .build();
  }

  /**
   * A strategic merge patch that says what is new, and all conditions of ours.
   *
   * @param labels and {@code annotations}: those that have to be set
   */
  static Node.Fields patch(
      Map<String, String> labels,
      Map<String, String> annotations,
      NodeStatus shown,
      NodeStatus wanted) {
    Node.Fields before = RecordEncoder.tree(shown);
    Node.Fields after = RecordEncoder.tree(wanted);
    JsonObject status = new JsonObject();
    PARTS.forEach((name, part) -> {
      if (!Objects.equals(part.apply(shown), part.apply(wanted))) {
        status.put(name, difference(before.value(name), after.value(name)));
      }
    });
    status.put(
        "conditions",
        wanted.conditions().stream()
            .filter(condition -> CONDITIONS.contains(condition.type()))
            .map(RecordEncoder::tree)
            .toList());
    if (!shown.addresses().equals(wanted.addresses())) {
      status.put("addresses", addresses(wanted));
    }
    Node.Fields metadata =
        new JsonObject()
            .putUnlessEmpty("labels", texts(labels))
            .putUnlessEmpty("annotations", texts(annotations))
            .build();
    return new JsonObject().putUnlessEmpty("metadata", metadata).put("status", status).build();
  }

  /** Kubernetes merges addresses by their type, though a node has two of one type: all or none. */
  private static List<Node> addresses(NodeStatus wanted) {
    List<Node> items = new ArrayList<>();
    wanted.addresses().forEach(address -> items.add(RecordEncoder.tree(address)));
    items.add(new JsonObject().put("$patch", "replace").build());
    return items;
  }

  private static Node difference(@Nullable Node before, @Nullable Node after) {
    if (after == null) {
      return new Node.Null(TextPosition.START);
    }
    if (!(before instanceof Node.Fields old) || !(after instanceof Node.Fields now)) {
      return after;
    }
    Map<String, Node.Field> fields = new LinkedHashMap<>(now.fields());
    old.fields()
        .keySet()
        .forEach(name ->
            fields.putIfAbsent(
                name, new Node.Field(TextPosition.START, new Node.Null(TextPosition.START))));
    return new Node.Fields(fields, TextPosition.START);
  }

  private static Node.Fields texts(Map<String, String> texts) {
    JsonObject object = new JsonObject();
    texts.forEach(object::put);
    return object.build();
  }
}

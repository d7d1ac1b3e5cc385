package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.node.NodeStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The node's object as the API server has it. */
record PublishedNode(
    Metadata meta,
    Map<String, String> labels,
    Map<String, String> annotations,
    boolean unschedulable,
    List<String> podCidrs,
    NodeStatus status) {

  static PublishedNode of(Node.Fields object) {
    Node.Fields metadata = fields(object, "metadata");
    Node.Fields spec = fields(object, "spec");
    // What we do not understand of it counts as not there, and is said anew.
    NodeStatus status =
        RecordDecoder.lenient().decode(fields(object, "status"), NodeStatus.class).value();
    return new PublishedNode(
        Metadata.of(object),
        texts(fields(metadata, "labels")),
        texts(fields(metadata, "annotations")),
        spec.value("unschedulable") instanceof Node.Bool(boolean held, _) && held,
        podCidrs(spec),
        Objects.requireNonNullElse(status, NodeStatus.NOTHING));
  }

  /** Whether this is how the object was after the other version of it. */
  boolean isNewerThan(PublishedNode other) {
    if (!meta.uid().equals(other.meta.uid())) {
      return true;
    }
    try {
      return Long.parseUnsignedLong(meta.resourceVersion())
          > Long.parseUnsignedLong(other.meta.resourceVersion());
    } catch (NumberFormatException unordered) {
      // Kubernetes has numbers; whoever has not can only be compared.
      return !meta.resourceVersion().equals(other.meta.resourceVersion());
    }
  }

  private static List<String> podCidrs(Node.Fields spec) {
    List<String> ranges = new ArrayList<>();
    if (spec.value("podCIDRs") instanceof Node.Items items) {
      for (Node item : items.items()) {
        if (item instanceof Node.Text(String range, _)) {
          ranges.add(range);
        }
      }
    }
    return List.copyOf(ranges);
  }

  private static Node.Fields fields(Node.Fields object, String name) {
    return object.value(name) instanceof Node.Fields fields ? fields : JsonObject.EMPTY;
  }

  private static Map<String, String> texts(Node.Fields object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.fields().keySet().forEach(name -> texts.put(name, object.text(name)));
    return texts;
  }
}

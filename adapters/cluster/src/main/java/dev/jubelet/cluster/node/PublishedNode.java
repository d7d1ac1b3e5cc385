package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.json.Node;
import dev.jubelet.model.node.NodeStatus;
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
    Node.Fields metadata = object.object("metadata");
    Node.Fields spec = object.object("spec");
    // What we do not understand of it counts as not there, and is said anew.
    NodeStatus status =
        RecordDecoder.lenient().decode(object.object("status"), NodeStatus.class).value();
    return new PublishedNode(
        Metadata.of(object),
        metadata.object("labels").texts(),
        metadata.object("annotations").texts(),
        spec.value("unschedulable") instanceof Node.Bool(boolean held, _) && held,
        spec.texts("podCIDRs"),
        Objects.requireNonNullElse(status, NodeStatus.NOTHING));
  }

  /** Whether this is how the object was after the other version of it. */
  boolean isNewerThan(PublishedNode other) {
    return !meta.uid().equals(other.meta.uid()) || meta.isNewerThan(other.meta.resourceVersion());
  }
}

package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.JsonObject;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Node;
import java.util.List;

/** The node as the owner of what goes with it. */
final class NodeOwner {
  private NodeOwner() {}

  static Node.Fields reference(String node, String uid) {
    return new JsonObject()
        .text("apiVersion", "v1")
        .text("kind", "Node")
        .text("name", node)
        .text("uid", uid)
        .done();
  }

  /** A node that was made anew is another owner, and what has a dead owner is collected. */
  static Node.Fields mended(Node.Fields metadata, String node, String uid) {
    return new FieldsEdit(metadata)
        .put("ownerReferences", new Node.Items(List.of(reference(node, uid)), metadata.place()))
        .done();
  }

  static boolean isRight(Node.Fields object, String uid) {
    return object.value("metadata") instanceof Node.Fields metadata
        && metadata.value("ownerReferences") instanceof Node.Items owners
        && owners.items().stream()
            .anyMatch(each -> each instanceof Node.Fields owner && owner.text("uid").equals(uid));
  }
}

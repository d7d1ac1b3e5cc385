package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.JsonObject;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Node;
import java.util.List;

/** The node as the owner of what goes with it. */
record NodeOwner(String name, String uid) {
  Node.Fields reference() {
    return new JsonObject()
        .text("apiVersion", "v1")
        .text("kind", "Node")
        .text("name", name)
        .text("uid", uid)
        .done();
  }

  /** A node that was made anew is another owner, and what has a dead owner is collected. */
  Node.Fields mended(Node.Fields metadata) {
    return new FieldsEdit(metadata)
        .put("ownerReferences", new Node.Items(List.of(reference()), metadata.place()))
        .done();
  }

  boolean owns(Node.Fields object) {
    return object.value("metadata") instanceof Node.Fields metadata
        && metadata.value("ownerReferences") instanceof Node.Items owners
        && owners.items().stream()
            .anyMatch(each -> each instanceof Node.Fields owner && owner.text("uid").equals(uid));
  }
}

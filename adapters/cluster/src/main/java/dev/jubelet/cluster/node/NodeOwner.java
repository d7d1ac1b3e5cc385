package dev.jubelet.cluster.node;

import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import java.util.List;

/** The node as the owner of what goes with it. */
record NodeOwner(String name, String uid) {
  Node.Fields reference() {
    return new JsonObject()
        .put("apiVersion", "v1")
        .put("kind", "Node")
        .put("name", name)
        .put("uid", uid)
        .build();
  }

  /** A node that was made anew is another owner, and what has a dead owner is collected. */
  Node.Fields mended(Node.Fields metadata) {
    return new FieldsEdit(metadata)
        .put("ownerReferences", new Node.Items(List.of(reference()), metadata.place()))
        .build();
  }

  boolean owns(Node.Fields object) {
    return object.object("metadata").items("ownerReferences").stream()
        .anyMatch(each -> each instanceof Node.Fields owner && owner.text("uid").equals(uid));
  }
}

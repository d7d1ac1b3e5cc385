package dev.jubelet.cluster.client;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;

/** What every object and every list says about itself; "" where it does not. */
public record Metadata(String namespace, String name, String uid, String resourceVersion) {
  public static Metadata of(Node.Fields object) {
    Node.Fields metadata =
        object.value("metadata") instanceof Node.Fields fields ? fields : JsonObject.EMPTY;
    return new Metadata(
        metadata.text("namespace"),
        metadata.text("name"),
        metadata.text("uid"),
        metadata.text("resourceVersion"));
  }
}

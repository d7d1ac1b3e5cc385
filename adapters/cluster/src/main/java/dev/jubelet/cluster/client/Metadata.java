package dev.jubelet.cluster.client;

import dev.jubelet.json.Node;

/** What every object and every list says about itself; "" where it does not. */
public record Metadata(String namespace, String name, String uid, String resourceVersion) {
  public static Metadata of(Node.Fields object) {
    Node.Fields metadata = object.object("metadata");
    return new Metadata(
        metadata.text("namespace"),
        metadata.text("name"),
        metadata.text("uid"),
        metadata.text("resourceVersion"));
  }

  /** Whether this is how the object was after another version of it. */
  public boolean isNewerThan(String otherVersion) {
    try {
      return Long.parseUnsignedLong(resourceVersion) > Long.parseUnsignedLong(otherVersion);
    } catch (NumberFormatException unordered) {
      // Kubernetes has numbers; whoever has not can only be compared.
      return !resourceVersion.equals(otherVersion);
    }
  }
}

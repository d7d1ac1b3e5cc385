package dev.jubelet.cluster.node;

import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import java.time.Duration;
import java.util.List;

/**
 * The node's CSINode, which schedulers and controllers read to know its storage drivers. It has
 * none: drivers register with a kubelet, and those of an earlier one are not served here.
 */
final class CsiNode {
  private static final String MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins";

  /** Kubernetes 1.36: the built-in kinds whose volumes only CSI drivers can mount. */
  private static final String MIGRATED_KINDS =
      String.join(
          ",",
          "kubernetes.io/aws-ebs",
          "kubernetes.io/azure-disk",
          "kubernetes.io/azure-file",
          "kubernetes.io/cinder",
          "kubernetes.io/gce-pd",
          "kubernetes.io/portworx-volume",
          "kubernetes.io/vsphere-volume");

  private CsiNode() {}

  static OwnedObject object() {
    return new OwnedObject(
        "CSINode",
        "/apis/storage.k8s.io/v1/csinodes",
        Duration.ofMinutes(10),
        Duration.ofSeconds(30),
        // A kubelet before us may have left drivers in it.
        false,
        CsiNode::initial,
        CsiNode::updated);
  }

  private static Node.Fields initial(NodeOwner owner) {
    return new JsonObject()
        .put("apiVersion", "storage.k8s.io/v1")
        .put("kind", "CSINode")
        .put(
            "metadata",
            new JsonObject()
                .put("name", owner.name())
                .put("annotations", new JsonObject().put(MIGRATED, MIGRATED_KINDS))
                .put("ownerReferences", List.of(owner.reference())))
        .put("spec", new JsonObject().put("drivers", List.of()))
        .build();
  }

  private static Node.Fields updated(Node.Fields known, NodeOwner owner) {
    return owner.owns(known) && isAnnotated(known) && !hasDrivers(known)
        ? known
        : new FieldsEdit(known)
            .object("metadata", old -> metadata(old, owner))
            .put("spec", new JsonObject().put("drivers", List.of()).build())
            .build();
  }

  private static boolean hasDrivers(Node.Fields object) {
    return object.object("spec").value("drivers") instanceof Node.Items drivers
        && !drivers.items().isEmpty();
  }

  private static boolean isAnnotated(Node.Fields object) {
    return object.object("metadata").object("annotations").text(MIGRATED).equals(MIGRATED_KINDS);
  }

  private static Node.Fields metadata(Node.Fields old, NodeOwner owner) {
    FieldsEdit annotations = new FieldsEdit(old.object("annotations"));
    return new FieldsEdit(owner.mended(old))
        .put("annotations", annotations.put(MIGRATED, annotations.text(MIGRATED_KINDS)).build())
        .build();
  }
}

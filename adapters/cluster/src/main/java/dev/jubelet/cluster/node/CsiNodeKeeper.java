package dev.jubelet.cluster.node;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.JsonObject;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Node;
import java.time.Duration;
import java.util.List;

/**
 * Makes the node's CSINode, which schedulers and controllers read to know its storage drivers. An
 * existing one keeps its drivers.
 */
final class CsiNodeKeeper implements AutoCloseable {
  private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofMinutes(10);
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

  private final NodeMeans means;
  private final String node;
  private final Errand errand;
  private String nodeUid = "";

  CsiNodeKeeper(NodeMeans means, String node) {
    this.means = means;
    this.node = node;
    this.errand = new Errand("CSINode of node " + node, means, LONGEST_PAUSE, this::perform);
  }

  void owner(String uid) {
    synchronized (this) {
      if (uid.equals(nodeUid)) {
        return;
      }
      nodeUid = uid;
    }
    errand.soon();
  }

  void retryNow() {
    synchronized (this) {
      if (nodeUid.isEmpty()) {
        return;
      }
    }
    errand.retryNow();
  }

  @Override
  public void close() {
    errand.close();
  }

  private Duration perform() {
    String owner;
    synchronized (this) {
      owner = nodeUid;
    }
    try {
      Node.Fields found = means.api().get(CSI_NODES + "/" + node);
      if (!NodeOwner.isRight(found, owner) || !isAnnotated(found)) {
        means.api().replace(CSI_NODES + "/" + node, mended(found, owner));
      }
    } catch (ApiFailure failure) {
      if (!failure.notFound()) {
        throw failure;
      }
      means.api().create(CSI_NODES, made(owner));
    }
    return LOOK;
  }

  private static boolean isAnnotated(Node.Fields object) {
    return object.value("metadata") instanceof Node.Fields metadata
        && metadata.value("annotations") instanceof Node.Fields annotations
        && annotations.text(MIGRATED).equals(MIGRATED_KINDS);
  }

  private Node.Fields mended(Node.Fields found, String owner) {
    return new FieldsEdit(found)
        .object(
            "metadata",
            metadata -> {
              Node.Fields known =
                  metadata.value("annotations") instanceof Node.Fields old ? old : JsonObject.EMPTY;
              FieldsEdit annotations = new FieldsEdit(known);
              return new FieldsEdit(NodeOwner.mended(metadata, node, owner))
                  .put(
                      "annotations",
                      annotations.put(MIGRATED, annotations.text(MIGRATED_KINDS)).done())
                  .done();
            })
        .done();
  }

  private Node.Fields made(String owner) {
    return new JsonObject()
        .text("apiVersion", "storage.k8s.io/v1")
        .text("kind", "CSINode")
        .object(
            "metadata",
            new JsonObject()
                .text("name", node)
                .object("annotations", new JsonObject().text(MIGRATED, MIGRATED_KINDS))
                .list("ownerReferences", List.of(NodeOwner.reference(node, owner))))
        .object("spec", new JsonObject().list("drivers", List.of()))
        .done();
  }
}

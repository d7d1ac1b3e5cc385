package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import org.jspecify.annotations.Nullable;

/**
 * A pod as the API server has it.
 *
 * @param tree all of it, with fields that we do not know
 * @param pod what we know of it; absent when we do not understand it
 * @param problem why the tree is not understood, or ""
 */
record ApiPod(Node.Fields tree, @Nullable Pod pod, String problem) {
  static final String MIRROR = "kubernetes.io/config.mirror";

  Metadata meta() {
    return Metadata.of(tree);
  }

  PodUid uid() {
    return new PodUid(meta().uid());
  }

  PodName name() {
    Metadata meta = meta();
    return new PodName(meta.namespace(), meta.name());
  }

  boolean isMirror() {
    return !mirrorHash().isEmpty();
  }

  /** Of a mirror, the hash of the static pod that it shows; else "". */
  String mirrorHash() {
    return tree.object("metadata").object("annotations").text(MIRROR);
  }

  boolean isBeingDeleted() {
    return tree.object("metadata").value("deletionTimestamp") != null;
  }

  /**
   * Whether a version of it wants the same. Kubernetes counts changes of what is wanted; older
   * servers do not.
   */
  boolean isOfGeneration(Node.Fields other) {
    String mine = generation(tree);
    return !mine.isEmpty() && mine.equals(generation(other));
  }

  private static String generation(Node.Fields object) {
    return object.object("metadata").value("generation") instanceof Node.Numeral number
        ? number.text()
        : "";
  }
}

package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.status.PodStatus;
import org.jspecify.annotations.Nullable;

/**
 * A pod as the API server has it.
 *
 * @param pod what is to run; absent for a mirror, and when we do not understand it or have no
 *     memory for it
 * @param status what is shown of it; absent when we do not understand that
 * @param refusal why this version of it counts for nothing, if it does
 * @param specSize about how much memory its specification takes
 */
record ApiPod(
    ObjectMeta metadata,
    @Nullable Pod pod,
    @Nullable PodStatus status,
    @Nullable Refusal refusal,
    long specSize) {
  static final String MIRROR = "kubernetes.io/config.mirror";

  /**
   * @param reason as the status of a pod that fails by it has it
   * @param message as people read it
   */
  record Refusal(String reason, String message) {}

  Metadata meta() {
    return Metadata.of(metadata);
  }

  PodUid uid() {
    return new PodUid(metadata.uid());
  }

  PodName name() {
    return new PodName(metadata.namespace(), metadata.name());
  }

  boolean isMirror() {
    return isMirror(metadata);
  }

  static boolean isMirror(ObjectMeta metadata) {
    return metadata.annotations().containsKey(MIRROR);
  }

  /** Of a mirror, the hash of the static pod that it shows; else "". */
  String mirrorHash() {
    return metadata.annotations().getOrDefault(MIRROR, "");
  }

  boolean isBeingDeleted() {
    return metadata.deletionTimestamp() != null;
  }
}

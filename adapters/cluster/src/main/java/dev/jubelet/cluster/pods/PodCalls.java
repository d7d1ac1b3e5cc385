package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import java.util.Optional;

/** Requests about one pod. Each counts for the pod of that UID only, whoever has its name now. */
final class PodCalls {
  private final ApiServer api;

  PodCalls(ApiServer api) {
    this.api = api;
  }

  static String path(PodName name) {
    return list(name.namespace()) + "/" + name.name();
  }

  static String list(String namespace) {
    return "/api/v1/namespaces/" + namespace + "/pods";
  }

  /** How the pod is shown, unless it is gone; nothing of what is to run. */
  Optional<ApiPod> get(PodName name, PodUid uid) {
    return api.getIfThere(path(name), ShownPods.READER).filter(found -> found.uid().equals(uid));
  }

  /** The version that the pod has now, unless it is gone. */
  Optional<String> patchStatus(PodName name, PodUid uid, Node.Fields patch) {
    try {
      Metadata after = api.patch(path(name) + "/status", patch, ObjectReader.METADATA);
      return Optional.of(after.resourceVersion());
    } catch (ApiFailure failure) {
      if (isGone(failure, name, uid)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** Deletes it for good. Nothing happens when it is gone. */
  void delete(PodName name, PodUid uid) {
    Node.Fields options =
        new JsonObject()
            .put("apiVersion", "v1")
            .put("kind", "DeleteOptions")
            .put("gracePeriodSeconds", 0)
            .put("preconditions", new JsonObject().put("uid", uid.value()))
            .build();
    try {
      api.delete(path(name), options);
    } catch (ApiFailure failure) {
      if (!isGone(failure, name, uid)) {
        throw failure;
      }
    }
  }

  /** A conflict may be about the UID, or about somebody who wrote at the same time. */
  private boolean isGone(ApiFailure failure, PodName name, PodUid uid) {
    return failure.notFound()
        || (failure.conflict() && uidOf(name).filter(uid.value()::equals).isEmpty());
  }

  private Optional<String> uidOf(PodName name) {
    return api.getIfThere(path(name), ObjectReader.METADATA).map(Metadata::uid);
  }
}

package dev.jubelet.cluster.pods;

import dev.jubelet.cluster.client.ApiFailure;
import dev.jubelet.cluster.client.ApiServer;
import dev.jubelet.cluster.client.Metadata;
import dev.jubelet.cluster.client.ObjectReader;
import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.meta.ObjectMetaBuilder;
import dev.jubelet.model.meta.OwnerReference;
import dev.jubelet.model.pod.Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes mirrors in the API server, and deletes them. */
public final class MirrorCalls {
  private final ApiServer api;
  private final PodCalls pods;
  private final String nodeName;

  public MirrorCalls(ApiServer api, String nodeName) {
    this.api = api;
    this.pods = new PodCalls(api);
    this.nodeName = nodeName;
  }

  MirrorPods.Answer perform(MirrorPods.Task task) {
    try {
      return switch (task) {
        case MirrorPods.Task.Make make -> made(make.pod());
        case MirrorPods.Task.Delete delete -> {
          pods.delete(delete.name(), delete.uid());
          yield new MirrorPods.Answer(delete.uid().value(), "", true);
        }
      };
    } catch (ApiFailure failure) {
      String message = Objects.requireNonNullElse(failure.getMessage(), failure.reason());
      return new MirrorPods.Answer("", message, failure.passing());
    }
  }

  private MirrorPods.Answer made(Pod pod) {
    Optional<Node.Fields> node = api.getIfThere("/api/v1/nodes/" + nodeName);
    if (node.isEmpty()) {
      return new MirrorPods.Answer("", "the node is not registered", true);
    }
    if (node.get().object("metadata").value("deletionTimestamp") != null) {
      return new MirrorPods.Answer("", "the node is being deleted", true);
    }
    Metadata made =
        api.create(
            PodCalls.list(pod.metadata().namespace()),
            mirror(pod, Metadata.of(node.get()).uid()),
            ObjectReader.METADATA);
    return new MirrorPods.Answer(made.uid(), "", true);
  }

  /** Kubernetes: a mirror is owned by its node, or admission turns it away. */
  Node.Fields mirror(Pod pod, String nodeUid) {
    ObjectMeta meta = pod.metadata();
    Map<String, String> annotations = new LinkedHashMap<>(meta.annotations());
    annotations.put(ApiPod.MIRROR, MirrorPods.hash(pod));
    ObjectMeta own =
        ObjectMetaBuilder.builder(RecordDecoder.absent(ObjectMeta.class))
            .name(meta.name())
            .namespace(meta.namespace())
            .labels(meta.labels())
            .annotations(annotations)
            .ownerReferences(
                List.of(new OwnerReference("v1", "Node", nodeName, nodeUid, true, null)))
            .build();
    return RecordEncoder.tree("v1", "Pod", pod.withMetadata(own)).without("status");
  }
}

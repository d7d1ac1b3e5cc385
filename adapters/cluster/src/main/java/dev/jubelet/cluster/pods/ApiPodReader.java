package dev.jubelet.cluster.pods;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.tree.FieldPath;
import dev.jubelet.codec.tree.FieldsEdit;
import dev.jubelet.codec.tree.Problem;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.json.Node;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.pod.Pod;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes pods of what the API server sends; it has validated them, and may know more than we do. */
final class ApiPodReader {
  private static final RecordDecoder DECODER = RecordDecoder.lenient();
  private static final String SOURCE = "kubernetes.io/config.source";
  private static final int PROBLEMS_TOLD = 5;

  private ApiPodReader() {}

  /**
   * A later version of a pod. Most changes are of its status only, and reading the rest again costs
   * more than that.
   */
  static ApiPod read(Node.Fields object, ApiPod known) {
    Pod before = known.pod();
    Node.Fields tree = new FieldsEdit(object).object("metadata", ApiPodReader::bare).build();
    if (before != null && known.problem().isEmpty() && known.isOfGeneration(tree)) {
      Pod again = DECODER.decode(tree.without("spec"), Pod.class).value();
      if (again != null) {
        return new ApiPod(tree, fromApi(again.withSpec(before.spec())), "");
      }
    }
    return understood(tree, before);
  }

  /**
   * @param before the last version that was understood: a change of it that is not understood
   *     leaves it as it was, except that it may be deleted
   */
  static ApiPod read(Node.Fields object, @Nullable Pod before) {
    return understood(
        new FieldsEdit(object).object("metadata", ApiPodReader::bare).build(), before);
  }

  private static ApiPod understood(Node.Fields tree, @Nullable Pod before) {
    RecordDecoder.Decoded<Pod> decoded = DECODER.decode(tree, Pod.class);
    if (decoded.value() != null) {
      return new ApiPod(tree, fromApi(decoded.value()), "");
    }
    String problem =
        decoded.problems().stream()
            .filter(Problem::isError)
            .limit(PROBLEMS_TOLD)
            .map(each -> each.field() + ": " + each.message())
            .collect(Collectors.joining("; "));
    ObjectMeta meta = metadata(tree);
    Pod kept = before == null || meta == null ? before : fromApi(before.withMetadata(meta));
    return new ApiPod(tree, kept, problem);
  }

  /** Who may write what is of no use to a node, and long. */
  private static Node.Fields bare(Node.Fields metadata) {
    return metadata.value("managedFields") == null ? metadata : metadata.without("managedFields");
  }

  static @Nullable ObjectMeta metadata(Node.Fields tree) {
    return tree.value("metadata") instanceof Node.Fields metadata
        ? DECODER.decode(
            metadata, ObjectMeta.class, FieldPath.ROOT.child("metadata"), new Problems())
        : null;
  }

  /** Whatever its author says: a static pod has rights that this one must not take. */
  static Pod fromApi(Pod pod) {
    return pod.withMetadata(pod.metadata().withAnnotations(Map.of(SOURCE, "api")));
  }

  /** Whether a pod comes from a manifest of this node. */
  static boolean isStatic(Pod pod) {
    String source = pod.metadata().annotations().get(SOURCE);
    return source != null && !source.equals("api");
  }
}

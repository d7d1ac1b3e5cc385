package dev.jubelet.testkit.runtime;

import dev.jubelet.model.pod.PodUid;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The labels by which every kubelet marks what belongs to a pod. A runtime knows containers of a
 * pod by nothing else, so what lacks them is not in a list.
 */
public final class FakePodLabels {
  public static final String POD_NAME = "io.kubernetes.pod.name";
  public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
  public static final String POD_UID = "io.kubernetes.pod.uid";
  public static final String CONTAINER_NAME = "io.kubernetes.container.name";

  private FakePodLabels() {}

  static PodUid uid(Map<String, String> labels) {
    return new PodUid(labels.getOrDefault(POD_UID, ""));
  }

  /** Whether a list of one pod, or of all when {@code asked} is null, has what is labelled so. */
  static boolean listedFor(@Nullable PodUid asked, PodUid labelled) {
    return !labelled.value().isEmpty() && (asked == null || asked.equals(labelled));
  }
}

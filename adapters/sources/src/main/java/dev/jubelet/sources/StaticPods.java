package dev.jubelet.sources;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodSpec;
import dev.jubelet.model.pod.PodSpecBuilder;
import dev.jubelet.model.scheduling.TaintEffect;
import dev.jubelet.model.scheduling.Toleration;
import dev.jubelet.model.scheduling.TolerationOperator;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.NodeTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes static pods of manifests: pods that this node owns, under a name that no other node has.
 *
 * <p>A pod without a UID gets a hash of node name, place of the manifest and parsed content.
 * Comments and formatting do not change it; content does, so that an edited manifest is another
 * pod. It is the Go kubelet's hash, so that a static pod goes on when the other takes the node.
 */
public final class StaticPods {
  public static final String HASH = "kubernetes.io/config.hash";
  public static final String SEEN = "kubernetes.io/config.seen";
  public static final String SOURCE = "kubernetes.io/config.source";

  private static final String FILE = "file";

  private static final Toleration ANY_NO_EXECUTE =
      new Toleration("", TolerationOperator.EXISTS, "", TaintEffect.NO_EXECUTE, null);

  private final String source;
  private final String nodeName;
  private final NodeTime time;
  private final GoTypes types = GoTypes.load();
  // The time of the first sight must not change, or every look would give another pod.
  private final Map<String, String> seen = new HashMap<>();

  /**
   * @param source {@code file} or {@code http}
   */
  StaticPods(String source, String nodeName, NodeTime time) {
    this.source = source;
    this.nodeName = nodeName;
    this.time = time;
  }

  /**
   * @param place the path or URL of the manifest
   */
  Pod own(Pod parsed, String place) {
    ObjectMeta meta = parsed.metadata();
    String uid = meta.uid().isEmpty() ? hash(parsed, place) : meta.uid();
    String namespace = meta.namespace().isEmpty() ? "default" : meta.namespace();
    String name = meta.name() + "-" + nodeName.toLowerCase(Locale.ROOT);
    Map<String, String> annotations = new LinkedHashMap<>();
    annotations.put(HASH, uid);
    annotations.put(SEEN, seen.computeIfAbsent(uid, _ -> now()));
    annotations.put(SOURCE, source);
    return new Pod(
        meta.withIdentity(name, namespace, uid).withAnnotations(annotations),
        onThisNode(parsed.spec()),
        RecordDecoder.absent(PodStatus.class));
  }

  /** Forgets when the others were first seen: a pod that comes back is new. */
  void keepOnly(Set<String> uids) {
    seen.keySet().retainAll(uids);
  }

  private PodSpec onThisNode(PodSpec spec) {
    List<Toleration> tolerations = new ArrayList<>(spec.tolerations());
    if (!tolerations.contains(ANY_NO_EXECUTE)) {
      tolerations.add(ANY_NO_EXECUTE);
    }
    return PodSpecBuilder.builder(spec).nodeName(nodeName).tolerations(tolerations).build();
  }

  private String now() {
    return time.wall().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private String hash(Pod parsed, String place) {
    Fnv128 hash = new Fnv128().add(GoPodText.of(parsed, types));
    return source.equals(FILE)
        ? hash.add("host:" + nodeName.toLowerCase(Locale.ROOT)).add("file:" + place).hex()
        : hash.add("url:" + place).hex();
  }
}

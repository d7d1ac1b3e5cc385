package dev.jubelet.engine.node;

import dev.jubelet.decide.resources.CriticalPods;
import dev.jubelet.decide.source.SourceChange;
import dev.jubelet.decide.source.SourceDiff;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.PodSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the sources want, each compared with its own last delivery. Owned by the inventory. */
final class DesiredPods {
  private final List<String> sources;
  private final Map<String, Map<PodUid, Pod>> delivered = new LinkedHashMap<>();
  private final Set<String> heard = new LinkedHashSet<>();
  private int staticPods;

  DesiredPods(List<String> sources) {
    this.sources = List.copyOf(sources);
  }

  List<SourceChange> take(PodSource.Delivery delivery) {
    Map<PodUid, Pod> before = delivered.getOrDefault(delivery.source(), Map.of());
    List<SourceChange> changes = SourceDiff.between(before, delivery.pods());
    Map<PodUid, Pod> after = new LinkedHashMap<>();
    delivery.pods().forEach(pod -> after.putIfAbsent(pod.uid(), pod));
    delivered.put(delivery.source(), after);
    staticPods = (int) all().stream().filter(CriticalPods::isStatic).count();
    if (delivery.certain()) {
      heard.add(delivery.source());
    }
    return changes;
  }

  /** Before that, nothing may be cleaned up: it may only not have been heard of yet. */
  boolean allHeard() {
    return heard.containsAll(sources);
  }

  boolean contains(PodUid uid) {
    return get(uid) != null;
  }

  /** As its source has it now. */
  @Nullable Pod get(PodUid uid) {
    // Every step asks for every pod, so this is not a stream.
    for (Map<PodUid, Pod> pods : delivered.values()) {
      Pod pod = pods.get(uid);
      if (pod != null) {
        return pod;
      }
    }
    return null;
  }

  int countStatic() {
    return staticPods;
  }

  int count() {
    return delivered.values().stream().mapToInt(Map::size).sum();
  }

  List<Pod> all() {
    return delivered.values().stream().flatMap(pods -> pods.values().stream()).toList();
  }
}

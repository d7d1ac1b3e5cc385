package dev.jubelet.engine.node;

import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Who has a place on the node, in the order in which they came. Owned by the inventory. */
final class PodSlots {
  private final Map<PodUid, PodSlot> slots = new LinkedHashMap<>();

  @Nullable PodSlot get(PodUid uid) {
    return slots.get(uid);
  }

  boolean has(PodUid uid) {
    return slots.containsKey(uid);
  }

  void put(PodUid uid, PodSlot slot) {
    slots.put(uid, slot);
  }

  void remove(PodUid uid) {
    slots.remove(uid);
  }

  void forEach(BiConsumer<PodUid, PodSlot> action) {
    slots.forEach(action);
  }

  List<PodSlot> all() {
    return List.copyOf(slots.values());
  }

  List<PodSlot> alive() {
    return slots.values().stream().filter(s -> s.state == PodSlot.State.ALIVE).toList();
  }

  /** The pods that count against the node's resources, with what they were given. */
  List<Pod> admitted() {
    return slots.values().stream()
        .filter(PodSlot::holdsResources)
        .map(slot -> slot.pod)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Another pod of the same name that is not gone yet, whether seated or only seen. */
  @Nullable String predecessor(PodUid uid, PodName name, ObservedPods seen) {
    boolean seatedBefore = true;
    for (Map.Entry<PodUid, PodSlot> other : slots.entrySet()) {
      PodSlot slot = other.getValue();
      if (other.getKey().equals(uid)) {
        seatedBefore = false;
      } else if (slot.name.equals(name) && (seatedBefore || slot.state != PodSlot.State.WAITING)) {
        return "its predecessor " + other.getKey();
      }
    }
    return seen.all().stream()
        .filter(pod -> pod.name().equals(name) && !pod.uid().equals(uid))
        .filter(pod -> !slots.containsKey(pod.uid()))
        .findFirst()
        .map(pod -> "the remains of " + pod.uid())
        .orElse(null);
  }

  NodeCounts counts(DesiredPods wanted, int rejected) {
    int ended = 0;
    int waiting = 0;
    for (PodSlot slot : slots.values()) {
      ended += slot.state == PodSlot.State.ENDED ? 1 : 0;
      waiting += slot.state == PodSlot.State.WAITING ? 1 : 0;
    }
    return new NodeCounts(
        wanted.count(), wanted.countStatic(), slots.size(), ended, waiting, rejected);
  }
}

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
final class Seats {
  private final Map<PodUid, Seat> seats = new LinkedHashMap<>();

  @Nullable Seat get(PodUid uid) {
    return seats.get(uid);
  }

  boolean has(PodUid uid) {
    return seats.containsKey(uid);
  }

  void put(PodUid uid, Seat seat) {
    seats.put(uid, seat);
  }

  void remove(PodUid uid) {
    seats.remove(uid);
  }

  void forEach(BiConsumer<PodUid, Seat> action) {
    seats.forEach(action);
  }

  List<Seat> all() {
    return List.copyOf(seats.values());
  }

  List<Seat> alive() {
    return seats.values().stream().filter(s -> s.stand == Seat.Stand.ALIVE).toList();
  }

  /** The pods that count against the node's resources, with what they were given. */
  List<Pod> admitted() {
    return seats.values().stream()
        .filter(Seat::holdsResources)
        .map(seat -> seat.pod)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Another pod of the same name that is not gone yet, whether seated or only seen. */
  @Nullable String predecessor(PodUid uid, PodName name, Seen seen) {
    boolean seatedBefore = true;
    for (Map.Entry<PodUid, Seat> other : seats.entrySet()) {
      Seat seat = other.getValue();
      if (other.getKey().equals(uid)) {
        seatedBefore = false;
      } else if (seat.name.equals(name) && (seatedBefore || seat.stand != Seat.Stand.WAITING)) {
        return "its predecessor " + other.getKey();
      }
    }
    return seen.all().stream()
        .filter(pod -> pod.name().equals(name) && !pod.uid().equals(uid))
        .filter(pod -> !seats.containsKey(pod.uid()))
        .findFirst()
        .map(pod -> "the remains of " + pod.uid())
        .orElse(null);
  }

  NodeFigures figures(int desired, int rejected) {
    int ended = 0;
    int waiting = 0;
    for (Seat seat : seats.values()) {
      ended += seat.stand == Seat.Stand.ENDED ? 1 : 0;
      waiting += seat.stand == Seat.Stand.WAITING ? 1 : 0;
    }
    return new NodeFigures(desired, seats.size(), ended, waiting, rejected);
  }
}

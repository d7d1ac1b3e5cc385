package dev.jubelet.engine.node;

import dev.jubelet.model.pod.PodUid;
import java.util.List;

/** What the inventory knows of the node's pods. Touched by steps of its mailbox only. */
final class InventoryState {
  final DesiredPods wanted;
  final ObservedPods seen = new ObservedPods();
  final PodSlots slots = new PodSlots();
  List<PodUid> remains = List.of();
  boolean networkReady;

  InventoryState(List<String> sources) {
    this.wanted = new DesiredPods(sources);
  }
}

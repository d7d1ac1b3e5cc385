package dev.jubelet.engine.node;

import dev.jubelet.model.pod.PodUid;
import java.util.List;

/** What the inventory knows of the node's pods. Touched by steps of its mailbox only. */
final class Ledgers {
  final Wanted wanted;
  final Seen seen = new Seen();
  final Seats seats = new Seats();
  List<PodUid> remains = List.of();
  boolean networkReady;

  Ledgers(List<String> sources) {
    this.wanted = new Wanted(sources);
  }
}

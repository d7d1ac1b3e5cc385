package dev.jubelet.engine.node;

import dev.jubelet.engine.pod.PodActor;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A pod's place on the node. Owned by the inventory. */
final class Seat {
  /** How far the inventory knows the pod to be. */
  enum Stand {
    /** Another pod of its name has to end first; it holds nothing yet. */
    WAITING,
    ALIVE,
    ENDING,
    /** Nothing of it runs: what it used is free for others. */
    ENDED
  }

  final PodActor actor;
  final PodName name;
  @Nullable Pod pod;
  Stand stand;
  @Nullable Instant lookAskedAt;
  Instant toldAt;

  Seat(PodActor actor, PodName name, @Nullable Pod pod, Stand stand, Instant toldAt) {
    this.actor = actor;
    this.name = name;
    this.pod = pod;
    this.stand = stand;
    this.toldAt = toldAt;
  }

  /** Whether it counts against the node's resources. */
  boolean holdsResources() {
    return switch (stand) {
      case ALIVE, ENDING -> true;
      case WAITING, ENDED -> false;
    };
  }
}

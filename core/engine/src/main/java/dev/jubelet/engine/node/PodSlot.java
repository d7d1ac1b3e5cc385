package dev.jubelet.engine.node;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.allocation.Resizable;
import dev.jubelet.engine.pod.PodWorker;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A pod's slot on the node. Owned by the inventory. */
final class PodSlot implements Resizable {
  /** How far the inventory knows the pod to be. */
  enum State {
    /** Another pod of its name has to end first; it holds nothing yet. */
    WAITING,
    ALIVE,
    ENDING,
    /** Nothing of it runs: what it used is free for others. */
    ENDED
  }

  final PodWorker worker;
  final PodName name;

  /** With the resources that it was given, which may not be those that its source wants. */
  @Nullable Pod pod;

  @Nullable Pod wanted;
  State state;
  @Nullable Instant lookAskedAt;
  Instant toldAt;

  PodSlot(PodWorker worker, PodName name, @Nullable Pod pod, State state, Instant toldAt) {
    this.worker = worker;
    this.name = name;
    this.pod = pod;
    this.wanted = pod;
    this.state = state;
    this.toldAt = toldAt;
  }

  /** Of a pod that a source knows, which an orphan is not. */
  @Override
  public Pod wanted() {
    return Objects.requireNonNull(wanted);
  }

  @Override
  public Pod held() {
    return Objects.requireNonNull(pod);
  }

  @Override
  public void hold(Pod given) {
    pod = given;
  }

  @Override
  public void tell(PodEvent event) {
    worker.tell(event);
  }

  /** Whether it counts against the node's resources. */
  boolean holdsResources() {
    return switch (state) {
      case ALIVE, ENDING -> true;
      case WAITING, ENDED -> false;
    };
  }
}

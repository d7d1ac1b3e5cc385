package dev.jubelet.decide.plan;

import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.PodSubject;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import java.time.Duration;

/** The only ways from one life-cycle state to another; none leads back. */
public final class PodTransitions {
  private PodTransitions() {}

  /** A newer definition of a living pod; one that ends keeps the definition it ends with. */
  public static PodLifecycle updated(PodLifecycle current, Pod pod) {
    return switch (current) {
      case PodLifecycle.Waiting waiting -> new PodLifecycle.Waiting(pod, waiting.why());
      case PodLifecycle.Syncing _ -> new PodLifecycle.Syncing(pod);
      case PodLifecycle.Terminating _, PodLifecycle.Terminated _, PodLifecycle.Finished _ ->
          current;
    };
  }

  /** What the pod waited for has come. */
  public static PodLifecycle released(PodLifecycle current) {
    return switch (current) {
      case PodLifecycle.Waiting waiting -> new PodLifecycle.Syncing(waiting.pod());
      case PodLifecycle.Syncing _,
          PodLifecycle.Terminating _,
          PodLifecycle.Terminated _,
          PodLifecycle.Finished _ ->
          current;
    };
  }

  /**
   * @param wanted whether its source still lists it, so that its remains are kept
   */
  public static PodLifecycle ending(PodLifecycle current, Termination termination, boolean wanted) {
    return switch (current) {
      case PodLifecycle.Waiting waiting ->
          new PodLifecycle.Terminating(new PodSubject.Known(waiting.pod()), termination, wanted);
      case PodLifecycle.Syncing syncing ->
          new PodLifecycle.Terminating(new PodSubject.Known(syncing.pod()), termination, wanted);
      case PodLifecycle.Terminating ending ->
          new PodLifecycle.Terminating(
              ending.subject(),
              shorter(ending.termination(), termination),
              ending.wanted() && wanted);
      case PodLifecycle.Terminated ended ->
          new PodLifecycle.Terminated(
              ended.subject(), ended.termination(), ended.wanted() && wanted);
      case PodLifecycle.Finished _ -> current;
    };
  }

  /** The cause that came first stays; the end may only come sooner. */
  private static Termination shorter(Termination current, Termination asked) {
    Duration untilAskedEnd =
        Duration.between(current.askedAt(), asked.askedAt().plus(asked.grace()));
    return current.shortenedTo(untilAskedEnd);
  }

  /** All is torn down, or all is cleaned up. */
  public static PodLifecycle settled(PodLifecycle current) {
    return switch (current) {
      case PodLifecycle.Terminating ending ->
          new PodLifecycle.Terminated(ending.subject(), ending.termination(), ending.wanted());
      case PodLifecycle.Terminated ended ->
          ended.wanted() ? ended : new PodLifecycle.Finished(ended.uid());
      case PodLifecycle.Waiting _, PodLifecycle.Syncing _, PodLifecycle.Finished _ -> current;
    };
  }
}

package dev.jubelet.decide.state;

import dev.jubelet.model.lifecycle.PodLifecycle;

/** What others have to hear when a pod's state has changed. */
public sealed interface PodNotice {
  /** To another stage of its life, or to another definition within one. */
  record Moved(PodLifecycle from, PodLifecycle to) implements PodNotice {}

  /** Its containers have the resources that it was given. */
  record Resized() implements PodNotice {}

  /** Its time is up: it has to end, and to stay ended in our next life. */
  record Overdue(String message) implements PodNotice {}

  /** Nothing of it runs any more: what it used is free. */
  record Ended() implements PodNotice {}

  /** Nothing is left of it. */
  record Finished() implements PodNotice {}
}

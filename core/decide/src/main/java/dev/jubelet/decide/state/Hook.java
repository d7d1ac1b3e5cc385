package dev.jubelet.decide.state;

import dev.jubelet.model.container.Container;
import dev.jubelet.model.container.handler.Lifecycle;
import dev.jubelet.model.container.handler.LifecycleHandler;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far a hook of one instance has come. */
public sealed interface Hook {
  Hook DUE = new Due();
  Hook DONE = new Done();

  /**
   * The instance was started by this life of our process, and its hook has not been run to its end.
   */
  record Due() implements Hook {}

  /** A hook that only waits needs nobody to wait with it: it is over at that moment. */
  record Sleeping(Instant until) implements Hook {}

  record Done() implements Hook {}

  record Failed(String message) implements Hook {}

  /** The hook that runs after the start of a container, if it has one. */
  static @Nullable LifecycleHandler postStart(Container container) {
    Lifecycle lifecycle = container.lifecycle();
    return lifecycle == null ? null : lifecycle.postStart();
  }

  /** Whether something still has to happen before whoever waits for the hook may go on. */
  default boolean pending(Instant now) {
    return switch (this) {
      case Due _ -> true;
      case Sleeping sleeping -> sleeping.until().isAfter(now);
      case Done _, Failed _ -> false;
    };
  }
}

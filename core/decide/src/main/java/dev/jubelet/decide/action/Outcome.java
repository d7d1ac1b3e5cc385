package dev.jubelet.decide.action;

import dev.jubelet.model.meta.Ordered;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedImage;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an action brought about, as far as its asker has to know. */
public sealed interface Outcome {
  Outcome NOTHING = new Nothing();

  /** How much of the step was spent on waiting for the work of others. */
  default Duration waited() {
    return Duration.ZERO;
  }

  record Nothing() implements Outcome {}

  record SandboxRan(ObservedSandbox sandbox, Duration waited) implements Outcome {}

  /** {@code attempts} is what the logs of containers tell, see the directories' port. */
  record Prepared(Map<String, Integer> attempts) implements Outcome {
    public Prepared {
      attempts = Ordered.copyOf(attempts);
    }
  }

  record Mounted(String path) implements Outcome {}

  /** {@code said} is what to tell people about how it came. */
  record ImageFound(ObservedImage image, String said, Duration waited) implements Outcome {}

  /** Created, started or stopped: the container as it is now; null when the runtime lost it. */
  record ContainerNow(@Nullable ObservedContainer container) implements Outcome {}
}

package dev.jubelet.model.runtime;

import java.time.Instant;

/** What a container is doing. An exit code without an exit does not exist. */
public sealed interface ContainerCondition {
  record Created() implements ContainerCondition {}

  record Running(Instant startedAt) implements ContainerCondition {}

  /** {@code startedAt} is the epoch when the container never started. */
  record Exited(Instant startedAt, Instant finishedAt, int exitCode, String reason, String message)
      implements ContainerCondition {}

  record Unknown() implements ContainerCondition {}
}

package dev.jubelet.decide.config;

import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.config.ContainerConfig;

/** What to tell the runtime about a container, or why there is nothing to tell it yet. */
public sealed interface ConfigOutcome {
  record Ready(ContainerConfig config) implements ConfigOutcome {}

  record Refused(WaitingReason waitingReason) implements ConfigOutcome {}
}

package dev.jubelet.decide.config;

import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.runtime.config.SandboxConfig;

/** What to tell the runtime about a sandbox, or why the pod cannot have one as it is written. */
public sealed interface SandboxOutcome {
  record Ready(SandboxConfig config) implements SandboxOutcome {}

  record Refused(WaitingReason waitingReason) implements SandboxOutcome {}
}

package dev.jubelet.engine.act;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.Sandboxes;
import java.util.Objects;

/** Runs a sandbox and reads back its addresses, which containers are told in their environment. */
final class RunSandbox {
  private final Sandboxes sandboxes;
  private final Permits starts;
  private final NodeTerms terms;
  private final RuntimeHandlers handlers;

  RunSandbox(Sandboxes sandboxes, Permits starts, NodeTerms terms, RuntimeHandlers handlers) {
    this.handlers = handlers;
    this.sandboxes = sandboxes;
    this.starts = starts;
    this.terms = terms;
  }

  Outcome perform(Action.RunSandbox action) {
    Pod pod = handlers.resolved(action.pod());
    SandboxConfig config = terms.sandbox(pod, action.attempt());
    String handler = Objects.requireNonNullElse(pod.spec().runtimeClassName(), "");
    return starts.during(() -> {
      SandboxId id = sandboxes.run(config, handler);
      return new Outcome.SandboxRan(
          sandboxes
              .status(id)
              .orElseThrow(() ->
                  new OutsideFailure(
                      FailureKind.NOT_FOUND, "sandbox " + id + " vanished at once")));
    });
  }
}

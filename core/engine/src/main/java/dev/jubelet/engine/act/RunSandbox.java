package dev.jubelet.engine.act;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.ActionWarning;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodResourceClaim;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeTime;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.Sandboxes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Runs a sandbox and reads back its addresses, which containers are told in their environment. */
final class RunSandbox {
  private final Sandboxes sandboxes;
  private final Permits starts;
  private final PodRunSettings runSettings;
  private final RuntimeHandlers handlers;
  private final NodeTime time;

  RunSandbox(
      Sandboxes sandboxes,
      Permits starts,
      PodRunSettings runSettings,
      RuntimeHandlers handlers,
      NodeTime time) {
    this.handlers = handlers;
    this.time = time;
    this.sandboxes = sandboxes;
    this.starts = starts;
    this.runSettings = runSettings;
  }

  ActionResult perform(Action.RunSandbox action) {
    List<PodResourceClaim> claims = action.pod().spec().resourceClaims();
    // Without its devices a pod must not start, and they come only from drivers.
    return claims.isEmpty() ? ActionResult.done(run(action)) : unprepared(claims);
  }

  private static ActionResult unprepared(List<PodResourceClaim> claims) {
    String names = claims.stream().map(PodResourceClaim::name).collect(Collectors.joining(", "));
    return ActionFailures.of(
        FailureKind.UNIMPLEMENTED,
        new WaitingReason(
            ActionWarning.UNPREPARED,
            "prepare dynamic resources: no DRA driver is registered on this node, which cannot"
                + " serve resource claims yet: "
                + names));
  }

  private Outcome run(Action.RunSandbox action) {
    Pod pod = handlers.resolved(action.pod());
    SandboxConfig config = runSettings.sandbox(pod, action.attempt());
    String handler = Objects.requireNonNullElse(pod.spec().runtimeClassName(), "");
    Instant asked = time.now();
    return starts.during(() -> {
      Duration waited = Duration.between(asked, time.now());
      SandboxId id = sandboxes.run(config, handler);
      return new Outcome.SandboxRan(
          sandboxes
              .status(id)
              .orElseThrow(() ->
                  new OutsideFailure(FailureKind.NOT_FOUND, "sandbox " + id + " vanished at once")),
          waited);
    });
  }
}

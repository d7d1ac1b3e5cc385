package dev.jubelet.engine.act;

import dev.jubelet.decide.config.SandboxConfigs;
import dev.jubelet.decide.config.SandboxOutcome;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.runtime.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;

/** What configuration and machine say about how pods are run here. */
public record NodeTerms(NodeSettings settings, NodeFacts facts, MachineFacts machine) {

  /** The configuration of a pod's sandbox, or a failure that says why there can be none. */
  SandboxConfig sandbox(Pod pod, int attempt) {
    return switch (SandboxConfigs.of(pod, attempt, settings, machine)) {
      case SandboxOutcome.Ready ready -> ready.config();
      case SandboxOutcome.Refused refused ->
          throw new OutsideFailure(FailureKind.BAD_SPEC, refused.setback().message());
    };
  }
}

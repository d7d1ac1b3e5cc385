package dev.jubelet.engine.act;

import dev.jubelet.decide.config.PodNamespaces;
import dev.jubelet.decide.config.SandboxConfigs;
import dev.jubelet.decide.resources.MachineFacts;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.SandboxConfig;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import org.jspecify.annotations.Nullable;

/** What configuration and machine say about how pods are run here. */
public record PodRunSettings(
    NodeSettings settings, NodeFacts facts, MachineFacts machine, OwnUsers users) {
  /** Finds the users that are a pod's own, now and for ever. */
  @FunctionalInterface
  public interface OwnUsers {
    /** Of a node without users for pods. */
    OwnUsers NONE =
        uid -> {
          throw new OutsideFailure(
              FailureKind.UNIMPLEMENTED, "this node has no users for pod " + uid);
        };

    IdRange of(PodUid uid);
  }

  @Nullable IdRange usersOf(Pod pod) {
    boolean own = PodNamespaces.wantsOwnUsers(pod) && machine.handlerOf(pod).userNamespaces();
    return own ? users.of(pod.uid()) : null;
  }

  /** The configuration of a pod's sandbox, or a failure that says why there can be none. */
  SandboxConfig sandbox(Pod pod, int attempt) {
    return ActionFailures.resolved(
        SandboxConfigs.of(pod, attempt, settings, machine, usersOf(pod)));
  }
}

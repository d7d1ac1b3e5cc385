package dev.jubelet.engine.pod;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.ActionWarning;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.state.DefinitionDiff;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Announces to the cluster what a kubelet announces of a pod, in the words of Kubernetes. */
final class PodEventRecorder {
  private static final String FAILED = "Failed";
  private static final String BACK_OFF = "BackOff";

  private final Journal journal;
  private final PodName name;
  private final PodUid uid;
  private final Set<ContainerId> failedHooks = new LinkedHashSet<>();
  private Map<String, WaitingReason> told = Map.of();
  private @Nullable Pod pod;

  PodEventRecorder(Journal journal, PodName name, PodLifecycle lifecycle) {
    this.journal = journal;
    this.name = name;
    this.uid = lifecycle.uid();
    know(lifecycle);
  }

  void moves(PodLifecycle from, PodLifecycle to) {
    know(to);
    if (to instanceof PodLifecycle.Terminating ending
        && !(from instanceof PodLifecycle.Terminating)
        && ending.termination().cause() == Termination.Cause.DEADLINE_EXCEEDED) {
      say(ofPod(), false, "DeadlineExceeded", ending.termination().message());
    }
  }

  void begins(Action action) {
    if (action instanceof Action.RunSandbox run && run.attempt() > 0) {
      say(
          ofPod(),
          false,
          "SandboxChanged",
          "Pod sandbox changed, it will be killed and re-created.");
    }
  }

  void kills(ObservedContainer container) {
    String named = container.name();
    boolean redefined =
        pod != null
            && pod.spec()
                .allContainers()
                .anyMatch(c -> c.name().equals(named) && DefinitionDiff.changed(c, container));
    String why =
        failedHooks.remove(container.id())
            ? "FailedPostStartHook"
            : redefined
                ? "Container " + named + " definition changed, will be restarted"
                : "Stopping container " + named;
    say(of(named), false, "Killing", why);
  }

  void ended(Action action, ActionResult result) {
    switch (result) {
      case ActionResult.Done done -> done(action, done.outcome());
      case ActionResult.Failed failed -> failed(action, failed.waitingReason());
    }
  }

  /** Who waits for its next try; each wait is announced once. */
  void holdsUp(Map<String, WaitingReason> waitingReasons) {
    waitingReasons.forEach((container, waitingReason) -> {
      if (!waitingReason.equals(told.get(container))) {
        backsOff(container, waitingReason);
      }
    });
    told = Map.copyOf(waitingReasons);
  }

  private void backsOff(String container, WaitingReason waitingReason) {
    if (waitingReason.reason().equals("CrashLoopBackOff")) {
      say(
          of(container),
          true,
          BACK_OFF,
          "Back-off restarting failed container %s in pod %s_%s(%s)"
              .formatted(container, name.name(), name.namespace(), uid));
    } else if (waitingReason.reason().equals("ImagePullBackOff")) {
      // Without what the last try said, so that all of them count as one.
      int end = waitingReason.message().indexOf("\": ");
      String words =
          end < 0 ? waitingReason.message() : waitingReason.message().substring(0, end + 1);
      say(of(container), false, BACK_OFF, words);
      say(of(container), true, FAILED, "Error: ImagePullBackOff");
    }
  }

  private void done(Action action, Outcome outcome) {
    if (action instanceof Action.EnsureImage ready && outcome instanceof Outcome.ImageFound found) {
      say(asker(ready), false, "Pulled", found.said());
    } else if (action instanceof Action.CreateContainer create) {
      say(of(create.container().name()), false, "Created", "Container created");
    } else if (action instanceof Action.StartContainer start) {
      say(of(start.container().name()), false, "Started", "Container started");
    }
  }

  private void failed(Action action, WaitingReason waitingReason) {
    if (action instanceof Action.RunPostStart hook) {
      failedHooks.add(hook.instance().id());
    }
    for (ActionWarning warning : action.warnings(waitingReason)) {
      boolean whole = warning.container().isEmpty();
      say(whole ? ofPod() : of(warning.container()), true, warning.reason(), warning.message());
    }
  }

  private ClusterEvent.Subject asker(Action.EnsureImage ready) {
    String asker = ready.container().name();
    return ImageAskers.isVolume(asker) ? ofPod() : of(asker);
  }

  private ClusterEvent.Subject ofPod() {
    return new ClusterEvent.Subject.OfPod(name, uid, "");
  }

  private ClusterEvent.Subject of(String container) {
    return ClusterEvent.about(name, uid, pod, container);
  }

  private void say(ClusterEvent.Subject about, boolean warning, String reason, String message) {
    journal.recordEvent(new ClusterEvent(about, warning, reason, message));
  }

  private void know(PodLifecycle lifecycle) {
    Pod told = lifecycle.pod();
    if (told != null) {
      pod = told;
    }
  }
}

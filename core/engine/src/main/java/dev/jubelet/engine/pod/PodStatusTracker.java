package dev.jubelet.engine.pod;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.Hooks;
import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.WaitingReasons;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.status.ResizeReport;
import dev.jubelet.decide.status.StatusInput;
import dev.jubelet.decide.status.StatusProjection;
import dev.jubelet.decide.status.container.Readiness;
import dev.jubelet.engine.timeline.StartRecord;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.ConditionStatus;
import dev.jubelet.model.status.PodStatus;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.NodeTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Knows which status of its pod was published last, and publishes a new one when it differs. */
final class PodStatusTracker {
  private final PodWorkerContext services;
  private final StartRecord start;
  private @Nullable PodStatus last;

  PodStatusTracker(PodWorkerContext services, StartRecord start) {
    this.services = services;
    this.start = start;
  }

  void publish(PodView view, Readiness probed, NodeTime time) {
    Pod pod = view.lifecycle().pod();
    // Our last life may have told of its end, and nothing less may be told now: who ends before
    // this life has told anything is told of once the end is certain.
    boolean untold = last == null && view.lifecycle() instanceof PodLifecycle.Terminating;
    if (pod == null || untold) {
      return;
    }
    PodStatus previous = last == null ? pod.status() : last;
    PodStatus status =
        StatusProjection.project(
            new StatusInput(
                pod,
                view.lifecycle(),
                view.observed(),
                new StatusInput.Remembered(
                    WaitingReasons.of(view, time.now()),
                    view.memory().attempts(),
                    PodContainerRoles.restarting(view),
                    resize(view)),
                readiness(view, probed, time),
                previous,
                services.statusBasics(),
                time.wall()));
    if (!status.equals(last)) {
      last = status;
      Pod wanted = view.memory().resize().wanted();
      if (start.open() && ready(status)) {
        start.ready(time.now());
        services
            .node()
            .journal()
            .write(Journal.Level.NORMAL, pod.fullName(), pod.uid(), "Ready", start.words());
      }
      services.statuses().publish(wanted == null ? pod : wanted, status);
    }
  }

  private static boolean ready(PodStatus status) {
    return status.conditions().stream()
        .anyMatch(c -> c.type().equals("Ready") && c.status() == ConditionStatus.TRUE);
  }

  /** A container whose postStart hook has not ended counts as not started. */
  private static Readiness readiness(PodView view, Readiness probed, NodeTime time) {
    Map<String, Boolean> started = new LinkedHashMap<>(probed.started());
    Hooks.unfinished(view, time.now()).forEach(name -> started.put(name, false));
    return new Readiness(probed.ready(), started);
  }

  private static ResizeReport resize(PodView view) {
    String error =
        view.memory().retries().entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(Action.Resize.KEY))
            .map(entry -> entry.getValue().waitingReason().message())
            .findFirst()
            .orElse("");
    return new ResizeReport(view.memory().resize(), error);
  }
}

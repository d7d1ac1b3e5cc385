package dev.jubelet.decide.plan;

import dev.jubelet.decide.restart.RestartRule;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.model.container.Container;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.RestartPolicy;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Ends a pod whose work is done for good, before anything is made for it that nobody needs. */
final class CompletionStage implements Stage {
  private static final String OVERDUE =
      "Pod was active on the node longer than the specified deadline";

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    Roster roster = Roster.of(view);
    for (Container init : roster.inits()) {
      if (!Roster.isSidecar(init) && failedForGood(roster, init) && noMainEver(roster)) {
        return new StageVerdict.End(
            Termination.Cause.COMPLETED, "init container " + init.name() + " failed");
      }
    }
    boolean allDone = roster.mains().stream().allMatch(main -> doneForGood(roster, main));
    if (allDone) {
      return new StageVerdict.End(Termination.Cause.COMPLETED, "all containers are done");
    }
    return endsWithItsSandbox(view, roster)
        ? new StageVerdict.End(
            Termination.Cause.COMPLETED, "its sandbox is gone, and it is never restarted")
        : StageVerdict.DONE;
  }

  /**
   * Kubernetes: a pod that is never restarted gets no second sandbox once a container of it was
   * made, whatever the policies of its containers say; not for a restart of all either, or a pod
   * that was told as ended could come back after a restart of ours.
   */
  private static boolean endsWithItsSandbox(PodView view, Roster roster) {
    return roster.pod().spec().restartPolicy() == RestartPolicy.NEVER
        && !view.observed().sandboxes().isEmpty()
        && !view.observed().containers().isEmpty()
        && roster.usableSandbox() == null;
  }

  private static boolean doneForGood(Roster roster, Container container) {
    ObservedContainer newest = roster.newest(container);
    return newest != null && !RestartRule.shouldRun(roster.pod(), container, newest);
  }

  private static boolean failedForGood(Roster roster, Container init) {
    ObservedContainer newest = roster.newest(init);
    return newest != null
        && newest.condition() instanceof ContainerCondition.Exited exited
        && exited.exitCode() != 0
        && !RestartRule.restarts(roster.pod(), init, exited.exitCode());
  }

  private static boolean noMainEver(Roster roster) {
    return roster.mains().stream().allMatch(main -> roster.newest(main) == null);
  }

  /** Ends a pod that has been active for longer than its specification lets it. */
  static StageVerdict overdue(PodView view, Instant now) {
    Instant deadline = deadline(view);
    return deadline != null && !deadline.isAfter(now)
        ? new StageVerdict.End(Termination.Cause.DEADLINE_EXCEEDED, OVERDUE)
        : StageVerdict.DONE;
  }

  /** When a living pod has to end, or null when it may go on for ever. */
  static @Nullable Instant deadline(PodView view) {
    Instant since = view.memory().activeSince();
    Long seconds =
        view.lifecycle() instanceof PodLifecycle.Syncing syncing
            ? syncing.pod().spec().activeDeadlineSeconds()
            : null;
    return since == null || seconds == null ? null : since.plusSeconds(seconds);
  }
}

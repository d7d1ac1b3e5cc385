package dev.jubelet.decide.plan.stage;

import dev.jubelet.decide.plan.step.PodContainerRoles;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
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
public final class CompletionStage implements Stage {
  private static final String OVERDUE =
      "Pod was active on the node longer than the specified deadline";

  @Override
  public StageVerdict judge(PodView view, Instant now) {
    PodContainerRoles roles = PodContainerRoles.of(view);
    for (Container init : roles.inits()) {
      if (!init.isSidecar() && failedForGood(roles, init) && noMainEver(roles)) {
        return new StageVerdict.End(
            Termination.Cause.COMPLETED, "init container " + init.name() + " failed");
      }
    }
    boolean allDone = roles.mains().stream().allMatch(main -> doneForGood(roles, main));
    if (allDone) {
      return new StageVerdict.End(Termination.Cause.COMPLETED, "all containers are done");
    }
    return endsWithItsSandbox(view, roles)
        ? new StageVerdict.End(
            Termination.Cause.COMPLETED, "its sandbox is gone, and it is never restarted")
        : StageVerdict.DONE;
  }

  /**
   * Kubernetes: a pod that is never restarted gets no second sandbox once a container of it was
   * made, whatever the policies of its containers say; not for a restart of all either, or a pod
   * that was told as ended could come back after a restart of ours.
   */
  private static boolean endsWithItsSandbox(PodView view, PodContainerRoles roles) {
    return roles.pod().spec().restartPolicy() == RestartPolicy.NEVER
        && !view.observed().sandboxes().isEmpty()
        && !view.observed().containers().isEmpty()
        && roles.usableSandbox() == null;
  }

  private static boolean doneForGood(PodContainerRoles roles, Container container) {
    return roles.newest(container) != null && !roles.shouldRun(container);
  }

  private static boolean failedForGood(PodContainerRoles roles, Container init) {
    ObservedContainer newest = roles.newest(init);
    return newest != null
        && newest.condition() instanceof ContainerCondition.Exited exited
        && exited.exitCode() != 0
        && !roles.shouldRun(init);
  }

  private static boolean noMainEver(PodContainerRoles roles) {
    return roles.mains().stream().allMatch(main -> roles.newest(main) == null);
  }

  /** Ends a pod that has been active for longer than its specification lets it. */
  public static StageVerdict overdue(PodView view, Instant now) {
    Instant deadline = deadline(view);
    return deadline != null && !deadline.isAfter(now)
        ? new StageVerdict.End(Termination.Cause.DEADLINE_EXCEEDED, OVERDUE)
        : StageVerdict.DONE;
  }

  /** When a living pod has to end, or null when it may go on for ever. */
  public static @Nullable Instant deadline(PodView view) {
    Instant since = view.memory().activeSince();
    Long seconds =
        view.lifecycle() instanceof PodLifecycle.Syncing syncing
            ? syncing.pod().spec().activeDeadlineSeconds()
            : null;
    return since == null || seconds == null ? null : since.plusSeconds(seconds);
  }
}

package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.stage.CompletionStage;
import dev.jubelet.decide.plan.stage.ContainerStage;
import dev.jubelet.decide.plan.stage.EphemeralStage;
import dev.jubelet.decide.plan.stage.InitStage;
import dev.jubelet.decide.plan.stage.PodSetupStage;
import dev.jubelet.decide.plan.stage.PruneStage;
import dev.jubelet.decide.plan.stage.ResizeStage;
import dev.jubelet.decide.plan.stage.RestartAllStage;
import dev.jubelet.decide.plan.stage.RestartCountStage;
import dev.jubelet.decide.plan.stage.SandboxStage;
import dev.jubelet.decide.plan.stage.StopContainersStage;
import dev.jubelet.decide.plan.stage.UnwantedContainersStage;
import dev.jubelet.decide.plan.step.ImagesAhead;
import dev.jubelet.decide.plan.step.PodPlan;
import dev.jubelet.decide.plan.step.Stage;
import dev.jubelet.decide.plan.step.StageVerdict;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.state.Retry;
import dev.jubelet.model.lifecycle.PodLifecycle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what to do next for a pod: a pure function of what is wanted, what is seen and the time. It
 * is asked again after every result, so nothing has to be resumed after a crash.
 */
public final class PodPlanner {
  /** Read downwards, this is how a pod comes up. */
  private static final List<Stage> BRING_UP =
      List.of(
          new RestartCountStage(),
          PodPlanner::freshLook,
          new CompletionStage(),
          CompletionStage::overdue,
          new PodSetupStage(),
          new UnwantedContainersStage(),
          new RestartAllStage(),
          new SandboxStage(),
          new InitStage(),
          new ResizeStage(),
          new ContainerStage());

  /** Done beside whatever the pod is doing: nobody waits for it. */
  private static final List<Stage> BESIDE =
      List.of(
          SandboxStage::ahead,
          PodSetupStage::refresh,
          new EphemeralStage(),
          ImagesAhead::ahead,
          new PruneStage());

  /** And this is how it goes down. */
  private static final List<Stage> TEAR_DOWN =
      List.of(
          PodPlanner::freshLook,
          new StopContainersStage(),
          TearDown::stopSandboxes,
          TearDown::unmountVolumes,
          TearDown::removeCgroup);

  /** Nothing of it runs, and nobody wants to see its remains any more. */
  private static final List<Stage> CLEAN_UP =
      List.of(PodPlanner::freshLook, TearDown::removeRemains, TearDown::removeDirectories);

  private PodPlanner() {}

  public static PodPlan plan(PodView view, Instant now) {
    return switch (view.lifecycle()) {
      case PodLifecycle.Waiting waiting -> new PodPlan.WaitForChange(waiting.why());
      case PodLifecycle.Syncing _ -> beforeDeadline(bringUp(view, now), view, now);
      case PodLifecycle.Terminating _ -> first(TEAR_DOWN, view, now);
      case PodLifecycle.Terminated terminated ->
          terminated.wanted() ? new PodPlan.Settled() : first(CLEAN_UP, view, now);
      case PodLifecycle.Finished _ -> new PodPlan.Settled();
    };
  }

  private static PodPlan first(List<Stage> stages, PodView view, Instant now) {
    StageVerdict.Later later = null;
    for (Stage stage : stages) {
      StageVerdict verdict = stage.judge(view, now);
      if (verdict instanceof StageVerdict.Later put) {
        later = later == null || put.at().isBefore(later.at()) ? put : later;
      } else if (!(verdict instanceof StageVerdict.Done)) {
        return wakingFor(later, plan(verdict, view, now));
      }
    }
    return wakingFor(later, new PodPlan.Settled());
  }

  private static PodPlan plan(StageVerdict verdict, PodView view, Instant now) {
    return switch (verdict) {
      case StageVerdict.Done _, StageVerdict.Later _ -> new PodPlan.Settled();
      case StageVerdict.Do todo -> act(todo, view, now);
      case StageVerdict.WaitUntil wait -> new PodPlan.WaitUntil(wait.at(), wait.why());
      case StageVerdict.WaitForChange wait -> new PodPlan.WaitForChange(wait.why());
      case StageVerdict.End end -> new PodPlan.End(end.cause(), end.message());
    };
  }

  /**
   * Nothing is decided from a look that is older than what we did: we would act on our own past.
   */
  private static StageVerdict freshLook(PodView view, Instant now) {
    return view.fresh() ? StageVerdict.DONE : new StageVerdict.WaitForChange("a fresh look");
  }

  /** The same plan, looked at again when what was put off is due. */
  private static PodPlan wakingFor(StageVerdict.@Nullable Later later, PodPlan plan) {
    return later == null ? plan : plan.noLaterThan(later.at(), later.why());
  }

  private static PodPlan bringUp(PodView view, Instant now) {
    PodPlan plan = first(BRING_UP, view, now);
    for (Stage stage : BESIDE) {
      plan = beside(plan, stage, view, now);
    }
    return plan;
  }

  /** Whatever a pod waits for, it does not wait beyond its deadline. */
  private static PodPlan beforeDeadline(PodPlan plan, PodView view, Instant now) {
    Instant deadline = CompletionStage.deadline(view);
    // One that has passed ends the pod as soon as nothing comes before that: there is no moment
    // left to wait for.
    return deadline == null || !deadline.isAfter(now)
        ? plan
        : plan.noLaterThan(deadline, "its active deadline");
  }

  private static PodPlan beside(PodPlan plan, Stage stage, PodView view, Instant now) {
    if (!view.fresh() || !(stage.judge(view, now) instanceof StageVerdict.Do todo)) {
      return plan;
    }
    return switch (act(todo, view, now)) {
      case PodPlan.Act extra -> withExtra(plan, extra);
      // What failed beside the pod's own work is tried again, whatever the pod waits for.
      case PodPlan.WaitUntil wait -> plan.noLaterThan(wait.at(), wait.why());
      case PodPlan.WaitForChange _, PodPlan.Settled _, PodPlan.End _ -> plan;
    };
  }

  private static PodPlan withExtra(PodPlan plan, PodPlan.Act extra) {
    return switch (plan) {
      case PodPlan.Act act -> {
        Map<String, Action> all = new LinkedHashMap<>();
        act.actions().forEach(action -> all.put(action.key(), action));
        extra.actions().forEach(action -> all.putIfAbsent(action.key(), action));
        yield new PodPlan.Act(
            List.copyOf(all.values()), act.why(), PodPlan.soonest(act.wakeAt(), extra.wakeAt()));
      }
      case PodPlan.WaitUntil wait -> extra.noLaterThan(wait.at(), wait.why());
      case PodPlan.WaitForChange _, PodPlan.Settled _ -> extra;
      case PodPlan.End end -> end;
    };
  }

  /** Leaves out what is under way already and what failed too short a time ago. */
  private static PodPlan act(StageVerdict.Do todo, PodView view, Instant now) {
    Set<String> underWay = new LinkedHashSet<>();
    view.inFlight().forEach(action -> underWay.add(action.key()));
    List<Action> actions = new ArrayList<>();
    Instant wakeAt = todo.wakeAt();
    String why = todo.why();
    for (Action action : todo.actions()) {
      Retry retry = view.memory().retries().get(action.key());
      // Several may ask for the same, as containers do that share an image volume.
      if (!underWay.add(action.key())) {
        continue;
      }
      if (retry != null && retry.notBefore().isAfter(now)) {
        wakeAt = PodPlan.earlier(wakeAt, retry.notBefore());
        why = action.key() + " is tried again later: " + retry.waitingReason().message();
      } else {
        actions.add(action);
        // Two containers may wait for the same: the image of a volume.
        underWay.add(action.key());
      }
    }
    if (!actions.isEmpty()) {
      return new PodPlan.Act(actions, todo.why(), wakeAt);
    }
    return wakeAt == null ? new PodPlan.WaitForChange(why) : new PodPlan.WaitUntil(wakeAt, why);
  }
}

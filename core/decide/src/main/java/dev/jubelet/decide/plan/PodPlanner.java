package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
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
          new RecallStage(),
          new FreshLookStage(),
          new CompletionStage(),
          new DeadlineStage(),
          new GroundStage(),
          new StrayStage(),
          new RestartAllStage(),
          new SandboxStage(),
          new InitStage(),
          new ResizeStage(),
          new ContainerStage());

  /** Done beside whatever the pod is doing: nobody waits for it. */
  private static final List<Stage> BESIDE =
      List.of(
          new SandboxAheadStage(),
          new RefreshStage(),
          new EphemeralStage(),
          new ImagesAheadStage(),
          new PruneStage());

  /** And this is how it goes down. */
  private static final List<Stage> TEAR_DOWN =
      List.of(
          new FreshLookStage(),
          new StopContainersStage(),
          new StopSandboxesStage(),
          new UnmountStage(),
          new RemoveCgroupStage());

  /** Nothing of it runs, and nobody wants to see its remains any more. */
  private static final List<Stage> CLEAN_UP =
      List.of(new FreshLookStage(), new RemoveRemainsStage(), new RemoveDirectoriesStage());

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

  /** The same plan, looked at again when what was put off is due. */
  private static PodPlan wakingFor(StageVerdict.@Nullable Later later, PodPlan plan) {
    if (later == null) {
      return plan;
    }
    return switch (plan) {
      case PodPlan.Act act ->
          new PodPlan.Act(act.actions(), act.why(), earlier(act.wakeAt(), later.at()));
      case PodPlan.WaitUntil wait ->
          new PodPlan.WaitUntil(earlier(wait.at(), later.at()), wait.why());
      case PodPlan.WaitForChange wait -> new PodPlan.WaitUntil(later.at(), wait.why());
      case PodPlan.Settled _ -> new PodPlan.WaitUntil(later.at(), later.why());
      case PodPlan.End end -> end;
    };
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
    Instant deadline = DeadlineStage.of(view);
    // One that has passed ends the pod as soon as nothing comes before that: there is no moment
    // left to wait for.
    if (deadline == null || !deadline.isAfter(now)) {
      return plan;
    }
    return switch (plan) {
      case PodPlan.Act act ->
          new PodPlan.Act(act.actions(), act.why(), earlier(act.wakeAt(), deadline));
      case PodPlan.WaitUntil wait ->
          new PodPlan.WaitUntil(earlier(wait.at(), deadline), wait.why());
      case PodPlan.WaitForChange wait -> new PodPlan.WaitUntil(deadline, wait.why());
      case PodPlan.Settled _ -> new PodPlan.WaitUntil(deadline, "its active deadline");
      case PodPlan.End end -> end;
    };
  }

  private static PodPlan beside(PodPlan plan, Stage stage, PodView view, Instant now) {
    if (!view.fresh() || !(stage.judge(view, now) instanceof StageVerdict.Do todo)) {
      return plan;
    }
    return switch (act(todo, view, now)) {
      case PodPlan.Act extra -> withExtra(plan, extra);
      case PodPlan.WaitUntil wait -> wakingAt(plan, wait);
      case PodPlan.WaitForChange _, PodPlan.Settled _, PodPlan.End _ -> plan;
    };
  }

  /** What failed beside the pod's own work is tried again, whatever the pod waits for. */
  private static PodPlan wakingAt(PodPlan plan, PodPlan.WaitUntil extra) {
    return switch (plan) {
      case PodPlan.Act act ->
          new PodPlan.Act(act.actions(), act.why(), earlier(act.wakeAt(), extra.at()));
      case PodPlan.WaitUntil wait ->
          new PodPlan.WaitUntil(earlier(wait.at(), extra.at()), wait.why());
      case PodPlan.WaitForChange wait -> new PodPlan.WaitUntil(extra.at(), wait.why());
      case PodPlan.Settled _ -> extra;
      case PodPlan.End end -> end;
    };
  }

  private static PodPlan withExtra(PodPlan plan, PodPlan.Act extra) {
    return switch (plan) {
      case PodPlan.Act act -> {
        Map<String, Action> all = new LinkedHashMap<>();
        act.actions().forEach(action -> all.put(action.key(), action));
        extra.actions().forEach(action -> all.putIfAbsent(action.key(), action));
        yield new PodPlan.Act(
            List.copyOf(all.values()), act.why(), soonest(act.wakeAt(), extra.wakeAt()));
      }
      case PodPlan.WaitUntil wait ->
          new PodPlan.Act(extra.actions(), extra.why(), earlier(extra.wakeAt(), wait.at()));
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
        wakeAt = earlier(wakeAt, retry.notBefore());
        why = action.key() + " is tried again later: " + retry.setback().message();
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

  private static @Nullable Instant soonest(@Nullable Instant a, @Nullable Instant b) {
    return b == null ? a : earlier(a, b);
  }

  static Instant earlier(@Nullable Instant a, Instant b) {
    return a == null || b.isBefore(a) ? b : a;
  }
}

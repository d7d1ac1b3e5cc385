package dev.jubelet.decide.plan;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.plan.step.PodPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A plan on one line, as the tables have it. */
final class PlanWords {
  private PlanWords() {}

  static String of(PodPlan plan) {
    return switch (plan) {
      case PodPlan.Act act -> "do " + of(act.actions()) + wake(act.wakeAt());
      case PodPlan.WaitUntil wait -> "wait" + wake(wait.at());
      case PodPlan.WaitForChange wait -> "wait for " + wait.why();
      case PodPlan.End end -> "end " + end.cause() + ": " + end.message();
      case PodPlan.Settled _ -> "settled";
    };
  }

  static String why(PodPlan plan) {
    return switch (plan) {
      case PodPlan.Act act -> act.why();
      case PodPlan.WaitUntil wait -> wait.why();
      case PodPlan.WaitForChange wait -> wait.why();
      case PodPlan.End end -> end.message();
      case PodPlan.Settled _ -> "settled";
    };
  }

  private static String wake(@Nullable Instant at) {
    return at == null ? "" : " until +" + Duration.between(Views.NOW, at).toSeconds() + "s";
  }

  private static String of(List<Action> actions) {
    return actions.stream().map(PlanWords::of).collect(Collectors.joining(", "));
  }

  private static String of(Action action) {
    return switch (action) {
      case Action.Resize resize -> resize.key();
      case Action.RunSandbox run -> "run sandbox " + run.attempt();
      case Action.CreateContainer create ->
          "create "
              + create.container().name()
              + "#"
              + create.attempt()
              + " in "
              + create.sandbox().id()
              + (create.target() == null ? "" : " at " + create.target());
      case Action.StartContainer start -> "start " + start.container().id();
      case Action.StopContainer stop ->
          "stop "
              + stop.container().id()
              + " "
              + stop.grace().toSeconds()
              + "/"
              + stop.nominal().toSeconds();
      case Action.RunPreStop hook -> hook.key() + " " + hook.limit().toSeconds();
      case Action.RunPostStart hook -> hook.key();
      case Action.EnsureImage ready -> "image " + ready.container().name();
      case Action.RefreshVolume refresh -> "refresh " + refresh.volume().name();
      case Action.PrepareCgroup _,
          Action.PrepareDirectories _,
          Action.MountVolume _,
          Action.StopSandbox _,
          Action.RemoveContainer _,
          Action.RemoveSandbox _,
          Action.UnmountVolumes _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          action.key();
    };
  }
}

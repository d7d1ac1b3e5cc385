package dev.jubelet.engine.pod;

import dev.jubelet.decide.plan.Action;
import dev.jubelet.decide.plan.Hook;
import dev.jubelet.decide.plan.ImagesAhead;
import dev.jubelet.decide.plan.PodMemory;
import dev.jubelet.decide.plan.Retry;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.engine.act.ActionResult;
import dev.jubelet.model.lifecycle.Setback;
import dev.jubelet.ports.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is remembered of a step that failed: when it is tried again, and what to show till then. */
final class FailedSteps {
  private static final Duration SHORT_PAUSE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration LONG_PAUSE = Duration.ofMinutes(1);

  private FailedSteps() {}

  /**
   * @param jitter in [0, 1), so that many failures do not come back together
   */
  static PodMemory noted(
      PodMemory memory, Action action, ActionResult.Failed failed, Instant now, double jitter) {
    if (memory.stale().contains(action.key())) {
      // It failed with what was there when it began; meanwhile there is something else.
      return memory.succeeded(action.key());
    }
    if (action instanceof Action.RefreshVolume) {
      // Its containers go on with what they have, and a change of the object ends the pause.
      Setback setback = failed.setback();
      return memory
          .stale(Set.of(action.key()))
          .failed(action.key(), new Retry(now, now.plus(LONG_PAUSE), setback, null));
    }
    if (action instanceof Action.RunPostStart hook) {
      return memory.postStart(hook.instance().id(), new Hook.Failed(failed.setback().message()));
    }
    if (action instanceof Action.RunPreStop hook) {
      return memory.preStop(hook.instance().id(), new Hook.Failed(failed.setback().message()));
    }
    if (action instanceof Action.ReadyImage ready) {
      Backoff backoff =
          BackoffSchedule.STANDARD.afterTry(memory.pulls().get(action.key()), now, now);
      return memory
          .pull(action.key(), backoff)
          .failed(
              action.key(),
              new Retry(
                  now, now.plus(backoff.delay()), failed.setback(), ready.container().name()));
    }
    // What was made ready long before it was needed may have been removed since.
    PodMemory left =
        action instanceof Action.CreateContainer create && failed.kind() == FailureKind.NOT_FOUND
            ? askers(create).reduce(memory, PodMemory::redefined, (a, b) -> b)
            : memory;
    Duration pause =
        switch (failed.kind()) {
          case UNAVAILABLE, TIMED_OUT, ALREADY_EXISTS, NOT_FOUND -> SHORT_PAUSE;
          case BAD_SPEC, EXHAUSTED, DENIED, UNIMPLEMENTED, INTERNAL ->
              PAUSE.plusMillis((long) (PAUSE.toMillis() / 2.0 * jitter));
        };
    return left.failed(
        action.key(), new Retry(now, now.plus(pause), failed.setback(), container(action)));
  }

  private static Stream<String> askers(Action.CreateContainer create) {
    return Stream.concat(
        Stream.of(create.container().name()),
        ImagesAhead.askersOf(create.pod(), create.container()).stream());
  }

  private static @Nullable String container(Action action) {
    return switch (action) {
      case Action.CreateContainer create -> create.container().name();
      case Action.StartContainer start -> start.container().name();
      case Action.ReadyImage ready -> ready.container().name();
      case Action.PrepareCgroup _,
          Action.PrepareDirectories _,
          Action.MountVolume _,
          Action.RefreshVolume _,
          Action.RunSandbox _,
          Action.RunPostStart _,
          Action.RunPreStop _,
          Action.StopContainer _,
          Action.Resize _,
          Action.StopSandbox _,
          Action.RemoveContainer _,
          Action.RemoveSandbox _,
          Action.UnmountVolumes _,
          Action.RemoveCgroup _,
          Action.RemoveDirectories _ ->
          null;
    };
  }
}

package dev.jubelet.decide.state;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.image.ImageAskers;
import dev.jubelet.decide.restart.Backoff;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.model.lifecycle.WaitingReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;

/** What is remembered of a step that failed: when it is tried again, and what to show till then. */
final class ActionFailure {
  private static final Duration SHORT_PAUSE = Duration.ofSeconds(1);
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration LONG_PAUSE = Duration.ofMinutes(1);

  private ActionFailure() {}

  static PodState after(
      PodState before, Action action, ActionResult.Failed failed, Instant endedAt, Moment moment) {
    ActualPodState actual = before.actual().did(action, endedAt);
    return before
        .with(failed.outcomeUnknown() ? actual.unclear(action, endedAt) : actual)
        .with(memory(before.memory(), action, failed, endedAt, moment.jitter()));
  }

  private static PodMemory memory(
      PodMemory memory, Action action, ActionResult.Failed failed, Instant now, double jitter) {
    WaitingReason waitingReason = failed.waitingReason();
    String key = action.key();
    if (memory.isStale(key)) {
      // It failed with what was there when it began; meanwhile there is something else.
      return memory.succeeded(key);
    }
    if (action instanceof Action.RefreshVolume) {
      // Its containers go on with what they have, and a change of the object ends the pause.
      return memory
          .stale(Set.of(key))
          .failed(key, new Retry(now, now.plus(LONG_PAUSE), waitingReason, null));
    }
    if (action instanceof Action.RunPostStart hook) {
      return memory.postStart(hook.instance().id(), new Hook.Failed(waitingReason.message()));
    }
    if (action instanceof Action.RunPreStop hook) {
      return memory.preStop(hook.instance().id(), new Hook.Failed(waitingReason.message()));
    }
    if (action instanceof Action.EnsureImage) {
      Backoff backoff =
          BackoffSchedule.STANDARD.afterTry(memory.actions().pulls().get(key), now, now);
      return memory
          .pull(key, backoff)
          .failed(key, new Retry(now, now.plus(backoff.delay()), waitingReason, action.waiter()));
    }
    // What was made ready long before it was needed may have been removed since.
    boolean gone = failed.failure() == ActionResult.Failure.NOT_FOUND;
    PodMemory left =
        gone && action instanceof Action.CreateContainer create
            ? askers(create).reduce(memory, PodMemory::redefined, (a, b) -> b)
            : memory;
    Duration pause =
        failed.failure().passesSoon()
            ? SHORT_PAUSE
            : PAUSE.plusMillis((long) (PAUSE.toMillis() / 2.0 * jitter));
    return left.failed(key, new Retry(now, now.plus(pause), waitingReason, action.waiter()));
  }

  private static Stream<String> askers(Action.CreateContainer create) {
    return Stream.concat(
        Stream.of(create.container().name()),
        ImageAskers.askersOf(create.pod(), create.container()).stream());
  }
}

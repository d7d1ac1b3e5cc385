package dev.jubelet.engine.pod;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.timeline.StartRecord;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.WaitingReason;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.ports.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes one line for every transition and every action of a pod, with the reason, and all that
 * belongs to its start into the record of that.
 */
final class PodLogger {
  private final Journal journal;
  private final PodEventRecorder recorder;
  private final StartRecord start;
  private final PodName name;
  private final PodUid uid;
  private final Map<String, ContainerId> killed = new LinkedHashMap<>();
  private String lastWait = "";

  PodLogger(Journal journal, PodName name, PodLifecycle lifecycle, StartRecord start) {
    this.journal = journal;
    this.start = start;
    this.recorder = new PodEventRecorder(journal, name, lifecycle);
    this.name = name;
    this.uid = lifecycle.uid();
  }

  String taskName(Action action) {
    return "pod/" + name + " " + action.key();
  }

  void begins(Action action, String why, Instant at) {
    lastWait = "";
    start.begins(action, why, at);
    recorder.begins(action);
    write(Journal.Level.DETAIL, "Begins", action.key() + ", because " + why);
  }

  /** Kubernetes: a container's end is announced once, however often its stop is asked for. */
  void kills(ObservedContainer container) {
    if (!container.id().equals(killed.put(container.name(), container.id()))) {
      write(Journal.Level.NORMAL, "Killing", "Stopping container " + container.name());
      recorder.kills(container);
    }
  }

  void ended(PodEvent.ActionEnded ended) {
    recorder.ended(ended.action(), ended.result());
    start.ended(ended.action(), ended.result(), ended.endedAt());
    String took =
        " after " + Duration.between(ended.startedAt(), ended.endedAt()).toMillis() + " ms";
    switch (ended.result()) {
      case ActionResult.Done done ->
          write(
              Journal.Level.NORMAL,
              ended.action().facts().words().done(),
              done.outcome() instanceof Outcome.ImageFound found
                  ? found.said()
                  : ended.action().key() + took);
      case ActionResult.Failed failed ->
          write(
              Journal.Level.WARNING,
              failed.waitingReason().reason(),
              ended.action().key() + took + ": " + failed.waitingReason().message());
    }
  }

  /** Those who do not run, and why. */
  void holdsUp(Map<String, WaitingReason> waitingReasons) {
    recorder.holdsUp(waitingReasons);
  }

  /** The same wait is told once, not with every event that does not end it. */
  void waits(String why) {
    if (!why.equals(lastWait)) {
      lastWait = why;
      start.waits(why);
      write(Journal.Level.DETAIL, "Waits", why);
    }
  }

  void moves(PodLifecycle from, PodLifecycle to, Instant at) {
    recorder.moves(from, to);
    if (from.getClass() == to.getClass()) {
      return;
    }
    if (!(to instanceof PodLifecycle.Syncing)) {
      start.over(at);
    }
    String why =
        switch (to) {
          case PodLifecycle.Waiting waiting -> waiting.why();
          case PodLifecycle.Syncing _ -> "it may run";
          case PodLifecycle.Terminating ending -> ending.termination().message();
          case PodLifecycle.Terminated _ -> "nothing of it runs any more";
          case PodLifecycle.Finished _ -> "nothing of it is left";
        };
    write(Journal.Level.NORMAL, to.getClass().getSimpleName(), why);
  }

  private void write(Journal.Level level, String reason, String message) {
    journal.write(level, name, uid, reason, message);
  }
}

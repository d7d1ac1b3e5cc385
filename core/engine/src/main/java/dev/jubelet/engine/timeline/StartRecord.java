package dev.jubelet.engine.timeline;

import dev.jubelet.decide.action.Action;
import dev.jubelet.decide.action.ActionFacts;
import dev.jubelet.decide.action.ActionResult;
import dev.jubelet.decide.action.Outcome;
import dev.jubelet.decide.probe.ProbeKey;
import dev.jubelet.decide.state.PodView;
import dev.jubelet.decide.timeline.StartPhases;
import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.StartPhase;
import dev.jubelet.model.timeline.TimelineStep;
import dev.jubelet.ports.StartTraces;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How one pod's start goes. Written by the pod's worker until the pod is ready or ends, and never
 * after that; read by anybody.
 */
public final class StartRecord {
  static final String DONE = "done";
  static final int STEPS_MAX = 128;

  /** How a start began is worth more than what was tried over and over in between. */
  static final int FIRST_STEPS = 32;

  private static final int WORDS_MAX = 300;

  private final PodUid uid;
  private final PodName name;
  private final Instant seen;
  private final Duration toWall;
  private final StartTraces traces;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, Entry> open = new LinkedHashMap<>();
  private final Map<String, StartWait> pauses = new LinkedHashMap<>();
  private int leftOut;
  private String waits = "a place on the node";
  private PodTimeline.State state = PodTimeline.State.STARTING;
  private Instant until;

  private static final class Entry {
    TimelineStep step;

    Entry(TimelineStep step) {
      this.step = step;
    }
  }

  /**
   * @param wall what the machine's clock shows now
   */
  StartRecord(PodUid uid, PodName name, Instant now, Instant wall, StartTraces traces) {
    this.uid = uid;
    this.name = name;
    this.seen = micros(now);
    this.until = seen;
    this.toWall = Duration.between(seen, micros(wall));
    this.traces = traces;
  }

  /** Of a pod that nobody asked for: nothing is written down. */
  static StartRecord closed(PodUid uid) {
    StartRecord closed =
        new StartRecord(uid, new PodName("", ""), Instant.EPOCH, Instant.EPOCH, StartTraces.NONE);
    closed.state = PodTimeline.State.ENDED;
    return closed;
  }

  /** Whether there is still something to write down. */
  public synchronized boolean open() {
    return state == PodTimeline.State.STARTING;
  }

  /** By another worker than before: what that one had under way is not heard of any more. */
  synchronized void taken(Instant at) {
    open.values().forEach(entry -> entry.step = entry.step.ended(micros(at), "lost"));
    open.clear();
    pauses.clear();
  }

  public synchronized void begins(Action action, String why, Instant at) {
    if (open()) {
      ActionFacts.Step step = action.facts().step();
      begin(action.key(), step.name(), step.container(), step.phase(), why, at);
      waits = "";
    }
  }

  public synchronized void ended(Action action, ActionResult result, Instant at) {
    Entry entry = open() ? open.remove(action.key()) : null;
    if (entry == null) {
      return;
    }
    Instant end = micros(at);
    switch (result) {
      case ActionResult.Done(Outcome outcome) -> {
        takeTurn(entry, outcome.waited(), end);
        entry.step =
            entry.step.ended(end, outcome instanceof Outcome.ImageFound f ? f.said() : DONE);
      }
      case ActionResult.Failed failed ->
          entry.step =
              entry.step.ended(
                  end,
                  shortened(
                      "failed: "
                          + failed.waitingReason().reason()
                          + ": "
                          + failed.waitingReason().message()));
    }
  }

  /** The planner has nothing to do for it now. */
  public synchronized void waits(String why) {
    if (open()) {
      waits = shortened(why);
    }
  }

  /** Notes what the pod waits for beside its own steps. */
  public void sees(Supplier<PodView> view, Set<ProbeKey> unpassed, Instant now) {
    if (open()) {
      sees(view.get(), unpassed, now);
    }
  }

  private synchronized void sees(PodView view, Set<ProbeKey> unpassed, Instant now) {
    Map<String, StartWait> current = new LinkedHashMap<>();
    StartWait.of(view, unpassed, now).forEach(pause -> current.put(pause.key(), pause));
    pauses
        .values()
        .removeIf(pause -> {
          Entry entry = current.containsKey(pause.key()) ? null : open.remove(pause.key());
          if (entry != null) {
            entry.step = entry.step.ended(micros(now), pause.outcome(view));
          }
          return !current.containsKey(pause.key());
        });
    current.forEach((key, pause) -> {
      if (pauses.putIfAbsent(key, pause) == null) {
        begin(key, pause.name(), pause.container(), pause.phase(), pause.why(), now);
      }
    });
  }

  /** Its status says that it is ready. */
  public void ready(Instant at) {
    close(PodTimeline.State.READY, at);
  }

  /** It ends, ready or not. */
  public void over(Instant at) {
    close(PodTimeline.State.ENDED, at);
  }

  private void close(PodTimeline.State last, Instant at) {
    synchronized (this) {
      if (!open()) {
        return;
      }
      state = last;
      until = micros(at);
      waits = "";
      open.clear();
      pauses.clear();
    }
    if (traces != StartTraces.NONE) {
      traces.over(timeline(at));
    }
  }

  /** For the log, which is written the moment the start is over. */
  public synchronized String words() {
    return Duration.between(seen, until).toMillis() + " ms after it was seen";
  }

  /** As it is now. */
  public synchronized PodTimeline timeline(Instant now) {
    boolean waiting = open();
    Instant end = waiting ? micros(now) : until;
    List<TimelineStep> steps = entries.stream().map(entry -> entry.step).toList();
    return new PodTimeline(
        uid,
        name,
        state,
        seen.plus(toWall),
        end.plus(toWall),
        waits,
        steps.stream().map(step -> step.shifted(toWall)).toList(),
        leftOut,
        StartPhases.of(seen, end, waiting, steps));
  }

  private void begin(
      String key, String what, String container, StartPhase phase, String why, Instant at) {
    Entry entry =
        new Entry(new TimelineStep(what, container, phase, shortened(why), micros(at), null, ""));
    makeRoom();
    entries.add(entry);
    open.put(key, entry);
  }

  /** What a step spent on waiting for others to finish is no work of its own. */
  private void takeTurn(Entry entry, Duration waited, Instant end) {
    Instant turn = micros(entry.step.begin().plus(waited));
    if (turn.isAfter(entry.step.begin()) && !turn.isAfter(end)) {
      TimelineStep step = entry.step;
      TimelineStep queued =
          new TimelineStep(
              "wait for a turn",
              step.container(),
              StartPhase.QUEUE,
              step.name() + ": others came first",
              step.begin(),
              turn,
              DONE);
      makeRoom();
      int place = entries.indexOf(entry);
      entries.add(place < 0 ? entries.size() : place, new Entry(queued));
      entry.step = step.beginning(turn);
    }
  }

  private void makeRoom() {
    if (entries.size() < STEPS_MAX) {
      return;
    }
    for (int i = FIRST_STEPS; i < entries.size(); i++) {
      if (entries.get(i).step.end() != null) {
        entries.remove(i);
        leftOut++;
        return;
      }
    }
    entries.removeLast();
    leftOut++;
  }

  private static Instant micros(Instant at) {
    return at.truncatedTo(ChronoUnit.MICROS);
  }

  private static String shortened(String words) {
    return words.length() <= WORDS_MAX ? words : words.substring(0, WORDS_MAX) + "…";
  }
}

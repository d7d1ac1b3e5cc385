package dev.jubelet.engine.watch;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.runtime.PodObservation;
import dev.jubelet.testkit.fault.Operation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A watcher on a bench and what it told, as "all@0" or "u@1500" with the moment of the look. */
final class WatchBench implements WatchListener {
  final Bench bench = new Bench();
  final Instant begin = bench.time.now();
  final List<String> told = new ArrayList<>();
  final RuntimeWatcher watcher =
      new RuntimeWatcher(
          new RuntimeRelist(bench.runtime.runtime(), bench.directories, bench.time),
          bench.node(),
          RuntimeWatcher.Rhythm.STANDARD);

  /** Looked at once, with events flowing, and nothing written down yet. */
  WatchBench started() {
    watcher.start(this);
    watcher.eventsFlow(true);
    bench.run();
    told.clear();
    bench.takeCalls();
    return this;
  }

  @Override
  public void lookedAtAll(List<PodObservation> pods, Instant takenAt) {
    told.add("all@" + since(takenAt));
  }

  @Override
  public void lookedAt(PodObservation pod) {
    told.add(pod.uid() + "@" + since(pod.takenAt()));
  }

  private long since(Instant moment) {
    return Duration.between(begin, moment).toMillis();
  }

  /** When the runtime was asked for a list, in milliseconds. */
  List<Long> looks() {
    return bench.takeTimes(Operation.SANDBOX_LIST, begin);
  }
}

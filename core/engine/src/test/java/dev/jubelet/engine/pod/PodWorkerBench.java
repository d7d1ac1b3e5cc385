package dev.jubelet.engine.pod;

import dev.jubelet.decide.state.PodEvent;
import dev.jubelet.engine.Bench;
import dev.jubelet.engine.watch.RuntimeRelist;
import dev.jubelet.model.lifecycle.PodLifecycle;
import dev.jubelet.model.lifecycle.Termination;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.PodObservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One worker on a bench: its news and its requests for looks are written down. */
final class PodWorkerBench implements PodWorkerListener {
  final Bench bench = new Bench();
  final List<String> news = new ArrayList<>();
  final List<PodUid> looksAskedFor = new ArrayList<>();
  private @Nullable PodWorker newest;
  private final RuntimeRelist look =
      new RuntimeRelist(bench.runtime.runtime(), bench.directories, bench.time);

  PodWorker worker(PodLifecycle lifecycle, Pod pod) {
    PodObservation first = PodObservation.nothing(pod.uid(), pod.fullName(), bench.time.now());
    return worker(lifecycle, pod, first);
  }

  PodWorker worker(PodLifecycle lifecycle, Pod pod, PodObservation first) {
    newest =
        new PodWorker(
            lifecycle, pod.fullName(), first, true, bench.services(looksAskedFor::add), this);
    return newest;
  }

  /** A living pod whose worker has been woken and has done all it can. */
  PodWorker up(Pod pod) {
    PodWorker worker = worker(new PodLifecycle.Syncing(pod), pod);
    worker.tell(new PodEvent.Alarm());
    bench.run();
    return worker;
  }

  /** Shows the worker its pod as it is now. */
  void show(PodWorker worker, PodUid uid) {
    PodObservation seen = look.at(uid);
    bench.outside.drainLatency();
    worker.tell(new PodEvent.Observed(seen));
    bench.run();
  }

  PodObservation look(PodUid uid) {
    PodObservation seen = look.at(uid);
    bench.outside.drainLatency();
    return seen;
  }

  PodEvent.Ending ending(int graceSeconds, boolean wanted) {
    return new PodEvent.Ending(
        new Termination(
            Termination.Cause.REMOVED,
            bench.time.now(),
            Duration.ofSeconds(graceSeconds),
            "nobody wants it"),
        wanted);
  }

  @Override
  public void ended(PodUid uid) {
    news.add("ended " + uid);
  }

  @Override
  public void resized(PodUid uid) {
    news.add("resized " + uid);
  }

  @Override
  public void overdue(PodUid uid, String message) {
    news.add("overdue " + uid);
    Objects.requireNonNull(newest)
        .tell(
            new PodEvent.Ending(
                new Termination(
                    Termination.Cause.DEADLINE_EXCEEDED,
                    bench.time.now(),
                    Duration.ofSeconds(30),
                    message),
                true));
  }

  @Override
  public void finished(PodUid uid) {
    news.add("finished " + uid);
  }

  @Override
  public void broken(PodUid uid, RuntimeException why) {
    news.add("broken " + uid + ": " + why.getMessage());
  }
}

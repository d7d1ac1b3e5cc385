package dev.jubelet.bench;

import dev.jubelet.bench.BenchOptions.Part;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All measurements on one runtime, in an order in which none disturbs the next. */
final class Measurement {
  private final BenchNode node;
  private final BenchOptions options;
  private final Consumer<AutoCloseable> undo;

  /**
   * @param undo is told of everything that has to be closed even if we are interrupted
   */
  Measurement(BenchNode node, BenchOptions options, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.options = options;
    this.undo = undo;
  }

  Results run(String runtime) {
    // The first start may build and train the AOT cache.
    restarted().stop();
    Startups starts = new Startups(node, options.program());
    Startups.@Nullable Result emptyStart =
        wanted(Part.START) ? starts.measure(options.starts()) : null;
    Kubelet kubelet = restarted();
    RawPods raw = new RawPods(node);
    OnePod.@Nullable Result one =
        wanted(Part.ONE) ? new OnePod(node, kubelet, raw).measure(options.singles()) : null;
    Burst.@Nullable Result burst =
        wanted(Part.BURST)
            ? new Burst(node, kubelet, raw).measure(options.burstPods(), options.burstRounds())
            : null;
    AtRest.@Nullable Result rest = null;
    Startups.@Nullable Result fullStart = null;
    if (wanted(Part.REST) || wanted(Part.START)) {
      int seconds = wanted(Part.REST) ? options.restSeconds() : 1;
      AtRest.Result watched = new AtRest(node, kubelet).measure(options.restPods(), seconds);
      rest = wanted(Part.REST) ? watched : null;
      kubelet.stop();
      fullStart = wanted(Part.START) ? starts.measure(options.starts()) : null;
    } else {
      kubelet.stop();
    }
    return new Results(
        runtime, LocalDate.now(ZoneOffset.UTC), one, burst, rest, emptyStart, fullStart);
  }

  private Kubelet restarted() {
    Kubelet kubelet = Kubelet.start(node, options.program());
    undo.accept(kubelet);
    kubelet.settle();
    return kubelet;
  }

  private boolean wanted(Part part) {
    return options.parts().contains(part);
  }
}

package dev.jubelet.bench;

import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.cluster.GoKubelet;
import dev.jubelet.bench.BenchOptions.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Jubelet with its own runtime and the Go kubelet with containerd, each in turn. */
final class EmbeddedMeasurement {
  private static final int WARM_UP = 4;
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private final BenchNode node;
  private final BenchOptions options;
  private final Consumer<AutoCloseable> undo;

  /**
   * @param undo is told of everything that has to be closed even if we are interrupted
   */
  EmbeddedMeasurement(BenchNode node, BenchOptions options, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.options = options;
    this.undo = undo;
  }

  EmbeddedResults run() throws IOException {
    EmbeddedResults.@Nullable Pull pull =
        wanted(Part.PULL) ? new PullMeasurement(node, options.program(), undo).measure() : null;
    if (!wanted(Part.ONE) && !wanted(Part.BURST) && !wanted(Part.REST)) {
      return new EmbeddedResults(null, null, null, pull);
    }
    Path kubernetes =
        Parts.kubernetes()
            .orElseThrow(() -> new NotMeasured("no Kubernetes: run parts/install --test"));
    undo.accept(GoKubelet.prepare(node.cgroupRoot()));
    GoSeat goSeat = new GoSeat(node);
    Contender go = goSeat.launch(kubernetes.resolve("kubelet"));
    undo.accept(go);
    EmbeddedSeat ownSeat = new EmbeddedSeat(node);
    undo.accept(ownSeat);
    Contender ours = ownSeat.launch(options.program());
    undo.accept(ours);
    GoSeat.awaitReady(go);
    EmbeddedSeat.awaitReady(ours);
    go.freeze();
    ours.freeze();
    EmbeddedResults.@Nullable One one = wanted(Part.ONE) ? one(go, ours) : null;
    EmbeddedResults.@Nullable Burst burst = wanted(Part.BURST) ? burst(go, ours) : null;
    EmbeddedResults.@Nullable Memory memory = null;
    if (wanted(Part.REST)) {
      memory =
          new EmbeddedResults.Memory(
              options.restPods(),
              atRest(go, () -> goSeat.memory(go)),
              atRest(ours, () -> ownSeat.memory(ours)));
    }
    return new EmbeddedResults(one, burst, memory, pull);
  }

  private EmbeddedResults.One one(Contender go, Contender ours) throws IOException {
    RawFloor raw = RawFloor.prepare(Files.createDirectories(node.directory().resolve("raw")));
    undo.accept(raw);
    List<RawFloor.Once> floor = new ArrayList<>();
    List<Double> goMillis = new ArrayList<>();
    List<Double> ourMillis = new ArrayList<>();
    for (int i = -WARM_UP; i < options.singles(); i++) {
      List<String> name = List.of("one-" + (i + WARM_UP));
      RawFloor.Once once = raw.measure();
      double ourTime = ours.startAndRemove(name) * 1000;
      double goTime = go.startAndRemove(name) * 1000;
      if (i >= 0) {
        floor.add(once);
        goMillis.add(goTime);
        ourMillis.add(ourTime);
        Progress.say(
            "one pod %d: raw %.0f + %.0f ms, Jubelet %.0f ms, Go kubelet %.0f ms"
                .formatted(i + 1, once.runs(), once.network(), ourTime, goTime));
      }
    }
    return new EmbeddedResults.One(
        Series.of(floor.stream().map(RawFloor.Once::runs).toList()),
        Series.of(floor.stream().map(RawFloor.Once::network).toList()),
        Series.of(floor.stream().map(RawFloor.Once::sum).toList()),
        Series.of(goMillis),
        Series.of(ourMillis));
  }

  private EmbeddedResults.Burst burst(Contender go, Contender ours) {
    List<String> names = names("burst-", options.burstPods());
    List<Double> goSeconds = new ArrayList<>();
    List<Double> ourSeconds = new ArrayList<>();
    // The first round of each warms it up, and is not counted.
    for (int round = 0; round <= options.burstRounds(); round++) {
      double ourTime = ours.startAndRemove(names);
      double goTime = go.startAndRemove(names);
      Progress.say(
          "burst of %d: Jubelet %.2f s, Go kubelet %.2f s"
              .formatted(names.size(), ourTime, goTime));
      if (round > 0) {
        goSeconds.add(goTime);
        ourSeconds.add(ourTime);
      }
    }
    return new EmbeddedResults.Burst(names.size(), Series.of(goSeconds), Series.of(ourSeconds));
  }

  /** With its pods alone on the machine. */
  private MemoryUse atRest(Contender contender, Supplier<MemoryUse> memory) {
    List<String> names = names("rest-", options.restPods());
    contender.thaw();
    double _ = contender.start(names);
    Progress.say(contender.name() + ": " + names.size() + " pods run");
    Pause.of(SETTLING);
    MemoryUse use = memory.get();
    Progress.say("%s: %.0f MiB".formatted(contender.name(), use.total()));
    contender.remove(names);
    contender.freeze();
    return use;
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private boolean wanted(Part part) {
    return options.parts().contains(part);
  }
}

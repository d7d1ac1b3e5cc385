package dev.jubelet.bench.embedded;

import dev.jubelet.acceptance.Daemon;
import dev.jubelet.acceptance.LocalRegistry;
import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.PodNetwork;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.ProcessUsage;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.bench.run.Progress;
import dev.jubelet.cri.CriRuntime;
import dev.jubelet.cri.CriSettings;
import dev.jubelet.model.runtime.config.ImageSpec;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.Images;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A large image, pulled by containerd and by Jubelet in turns, through CRI. */
final class PullMeasurement {
  private static final String REPOSITORY = "bench/large";
  private static final int LAYERS = 10;
  private static final int ROUNDS = 3;
  private static final Duration START = Duration.ofSeconds(60);

  private final BenchNode node;
  private final Path program;
  private final Consumer<AutoCloseable> undo;

  PullMeasurement(BenchNode node, Path program, Consumer<AutoCloseable> undo) {
    this.node = node;
    this.program = program;
    this.undo = undo;
  }

  EmbeddedResults.Pull measure() throws IOException {
    Path directory = Files.createDirectories(node.directory().resolve("pull"));
    LocalRegistry registry =
        LocalRegistry.openHere(
            Parts.registry()
                .orElseThrow(() -> new NotMeasured("no registry: run parts/install --test")),
            directory.resolve("registry"));
    undo.accept(registry);
    List<ImageSpec> images = new ArrayList<>();
    List<ImageSpec> halves = new ArrayList<>();
    long travelled = 0;
    // A new one for each round: whoever makes files soon after many were deleted waits for ext4.
    for (int round = 0; round <= ROUNDS; round++) {
      List<LocalRegistry.Layer> layers = new ArrayList<>();
      for (int i = 0; i < LAYERS; i++) {
        layers.add(LargeImage.layer(directory, round * LAYERS + i));
      }
      travelled = 0;
      for (LocalRegistry.Layer layer : layers) {
        travelled += Files.size(layer.blob());
      }
      images.add(ImageSpec.of(registry.push(layers, REPOSITORY, "whole-" + round)));
      halves.add(
          ImageSpec.of(registry.push(layers.subList(0, LAYERS / 2), REPOSITORY, "half-" + round)));
      for (LocalRegistry.Layer layer : layers) {
        Files.delete(layer.blob());
      }
    }
    Progress.say("images of " + LAYERS * LargeImage.LAYER_MEGABYTES + " MB are in the registry");
    Images theirs = node.runtime().images();
    List<Double> containerd = new ArrayList<>();
    List<Double> ours = new ArrayList<>();
    try (Server server = new Server(directory.resolve("whole"))) {
      undo.accept(server);
      for (int round = 0; round <= ROUNDS; round++) {
        double ourTime = seconds(server.images(), images.get(round));
        double theirTime = seconds(theirs, images.get(round));
        Progress.say("pull: Jubelet %.2f s, containerd %.2f s".formatted(ourTime, theirTime));
        // The first of each warms it up.
        if (round > 0) {
          ours.add(ourTime);
          containerd.add(theirTime);
        }
      }
      return new EmbeddedResults.Pull(
          LAYERS * LargeImage.LAYER_MEGABYTES,
          (int) (travelled / 1_000_000),
          LAYERS,
          Series.of(containerd),
          Series.of(ours),
          peak(directory.resolve("half"), halves),
          server.peak());
    }
  }

  /** Of a process that pulls as many images of half the size. */
  private double peak(Path directory, List<ImageSpec> images) throws IOException {
    try (Server server = new Server(directory)) {
      undo.accept(server);
      for (ImageSpec image : images) {
        double _ = seconds(server.images(), image);
      }
      return server.peak();
    }
  }

  private static double seconds(Images images, ImageSpec image) {
    // What others have written is not for this one to wait for.
    Tool.of("sync").within(Duration.ofMinutes(2)).run();
    long begun = System.nanoTime();
    String _ = images.pull(image, null, null);
    return (System.nanoTime() - begun) / 1e9;
  }

  /** {@code jubelet cri} with an empty store. */
  private final class Server implements AutoCloseable {
    private final Daemon daemon;
    private final CriRuntime client;

    Server(Path directory) throws IOException {
      EmbeddedSetup.prepare(
          directory, new PodNetwork("bench-pull", "pods2", "10.93.0.0/16", false));
      Path socket = directory.resolve("cri.sock");
      List<String> words = new ArrayList<>(EmbeddedSetup.apart());
      words.addAll(List.of(program.toString(), "cri", "--listen=unix://" + socket));
      words.add("--root-dir=" + directory.resolve("root"));
      words.addAll(EmbeddedSetup.places(directory));
      daemon = Daemon.start("jubelet cri", null, words, directory.resolve("log"));
      Await.until(
          "jubelet cri listens",
          START,
          Duration.ofMillis(20),
          () -> {
            daemon.requireAlive();
            return Files.exists(socket);
          });
      client =
          CriRuntime.connect(
              "unix://" + socket,
              CriSettings.DEFAULT,
              new MemoryBudget("answers of the runtime", 32 << 20));
    }

    Images images() {
      return client.runtime().images();
    }

    double peak() {
      return ProcessUsage.of(daemon.pid()).peakMib();
    }

    @Override
    public void close() {
      if (daemon.alive()) {
        client.close();
        Duration _ = daemon.terminate(Duration.ofSeconds(20));
      }
    }
  }
}

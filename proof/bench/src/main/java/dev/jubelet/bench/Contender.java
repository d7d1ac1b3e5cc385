package dev.jubelet.bench;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A kubelet with its runtime, which starts the pods of a directory; only one moves at a time. */
final class Contender implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(400);
  private static final double QUIET_SECONDS = 0.04;

  private final String name;
  private final Places places;
  private final Process process;
  private final Marks marks;
  private final BooleanSupplier empty;

  /**
   * @param manifests what it follows
   * @param marks where containers tell their first instruction
   */
  record Places(Path manifests, Path marks, Path log) {}

  private Contender(String name, Places places, Process process, BooleanSupplier empty) {
    this.name = name;
    this.places = places;
    this.process = process;
    this.marks = new Marks(places.marks());
    this.empty = empty;
  }

  /**
   * @param words its whole command line
   * @param empty whether nothing is left of any pod
   */
  static Contender launch(String name, Places places, List<String> words, BooleanSupplier empty) {
    try {
      Files.createDirectories(places.manifests());
      Files.createDirectories(places.marks());
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(places.log().toFile())
              .start();
      process.getOutputStream().close();
      return new Contender(name, places, process, empty);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  long pid() {
    return process.pid();
  }

  /** Seconds from the manifests in place to the first instruction of the last of their pods. */
  double start(List<String> names) {
    try {
      for (String each : names) {
        Files.writeString(unfinished(each), PodUnderTest.manifest(each, places.marks()));
      }
      Instant begun = Instant.now();
      for (String each : names) {
        Files.move(unfinished(each), manifest(each), StandardCopyOption.ATOMIC_MOVE);
      }
      return Duration.between(begun, marks.last(names, LONGEST)).toNanos() / 1e9;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NotMeasured late) {
      throw new NotMeasured(name + ": " + late.getMessage() + "\n" + lastLines());
    }
  }

  /** Takes manifests away, and waits until nothing is left of their pods and all is quiet. */
  void remove(List<String> names) {
    try {
      for (String each : names) {
        Files.delete(manifest(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Pause.until(name + "'s pods are gone", LONGEST, Duration.ofMillis(50), empty);
    marks.forget(names);
    settle();
  }

  /** Starts pods and takes them away again. */
  double startAndRemove(List<String> names) {
    thaw();
    double seconds = start(names);
    remove(names);
    freeze();
    return seconds;
  }

  void freeze() {
    Tool.of("kill", "-STOP", Long.toString(pid())).run();
  }

  void thaw() {
    requireAlive();
    Tool.of("kill", "-CONT", Long.toString(pid())).run();
    settle();
  }

  /** Waits until it uses next to no CPU. */
  void settle() {
    double[] before = {usage().cpuSeconds()};
    Pause.of(LOOK_AGAIN);
    Pause.until(
        name + " comes to rest",
        LONGEST,
        LOOK_AGAIN,
        () -> {
          double now = usage().cpuSeconds();
          boolean quiet = now - before[0] <= QUIET_SECONDS;
          before[0] = now;
          return quiet;
        });
  }

  ProcessUsage usage() {
    requireAlive();
    return ProcessUsage.of(pid());
  }

  boolean says(String text) {
    requireAlive();
    return logText().contains(text);
  }

  private void requireAlive() {
    if (!process.isAlive()) {
      throw new NotMeasured(name + " ended with " + process.exitValue() + ":\n" + lastLines());
    }
  }

  private String lastLines() {
    List<String> lines = logText().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  private String logText() {
    try {
      return Files.readString(places.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kubernetes: files whose name begins with a dot are no manifests. */
  private Path unfinished(String pod) {
    return places.manifests().resolve("." + pod + ".tmp");
  }

  private Path manifest(String pod) {
    return places.manifests().resolve(pod + ".yaml");
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      boolean _ = process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

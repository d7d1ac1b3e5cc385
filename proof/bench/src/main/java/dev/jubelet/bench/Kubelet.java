package dev.jubelet.bench;

import dev.jubelet.acceptance.host.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** {@code ./jubelet kubelet}, started as a user would and measured from outside. */
final class Kubelet implements AutoCloseable {
  private static final Duration HEALTHY = Duration.ofSeconds(60);

  private final Process process;
  private final BenchNode node;
  private final Instant begun;

  private Kubelet(Process process, BenchNode node, Instant begun) {
    this.process = process;
    this.node = node;
    this.begun = begun;
  }

  /**
   * @param program the launcher
   */
  static Kubelet launch(BenchNode node, Path program) {
    List<String> words = new ArrayList<>(List.of(program.toString(), "kubelet"));
    words.addAll(node.kubeletArguments());
    return launch(node, words);
  }

  /** Any kubelet, by its whole command line. */
  static Kubelet launch(BenchNode node, List<String> words) {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log(node).toFile()));
    try {
      Files.deleteIfExists(log(node));
      Instant begun = Instant.now();
      Process process = builder.start();
      process.getOutputStream().close();
      return new Kubelet(process, node, begun);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Kubelet start(BenchNode node, Path program) {
    Kubelet kubelet = launch(node, program);
    kubelet.untilHealthy();
    kubelet.untilReady();
    return kubelet;
  }

  /** From exec to the first 200 of {@code /healthz}; waits for it. */
  Duration untilHealthy() {
    Pause.until(
        "the kubelet is healthy",
        HEALTHY,
        Duration.ofMillis(2),
        () -> {
          requireAlive();
          return ask("/healthz").isPresent();
        });
    return Duration.between(begun, Instant.now());
  }

  /** From exec until it says that it has found its runtime and follows its sources. */
  Duration untilReady() {
    Pause.until(
        "Jubelet says that it is ready",
        HEALTHY,
        Duration.ofMillis(2),
        () -> {
          requireAlive();
          return logText().contains("reason=\"Ready\"");
        });
    return Duration.between(begun, Instant.now());
  }

  /** Puts manifests in place, each at once; the moment just before the first. */
  Instant drop(List<String> names) {
    try {
      for (String name : names) {
        Files.writeString(unfinished(name), PodUnderTest.manifest(name, node.marks()));
      }
      Instant moment = Instant.now();
      for (String name : names) {
        Files.move(unfinished(name), manifest(name), StandardCopyOption.ATOMIC_MOVE);
      }
      return moment;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes manifests away and waits until nothing is left of their pods. */
  void remove(List<String> names) {
    try {
      for (String name : names) {
        Files.delete(manifest(name));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    node.awaitEmpty();
  }

  ProcessUsage usage() {
    requireAlive();
    return ProcessUsage.of(process.pid());
  }

  /**
   * Stops it in its tracks, so that it neither disturbs nor sees what others do with the runtime.
   */
  void freeze() {
    Tool.of("kill", "-STOP", Long.toString(process.pid())).run();
  }

  /** Lets it go on, and waits until it has come to rest. */
  void thaw() {
    Tool.of("kill", "-CONT", Long.toString(process.pid())).run();
    settle();
  }

  /** Waits until it uses next to no CPU. */
  void settle() {
    double[] before = {usage().cpuSeconds()};
    Pause.of(Duration.ofMillis(400));
    Pause.until(
        "Jubelet comes to rest",
        HEALTHY,
        Duration.ofMillis(400),
        () -> {
          double now = usage().cpuSeconds();
          boolean quiet = now - before[0] <= 0.02;
          before[0] = now;
          return quiet;
        });
  }

  /** SIGTERM, and waits for the end. */
  void stop() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new NotMeasured("the kubelet did not end on SIGTERM:\n" + lastLines());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotMeasured("interrupted");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The body when the answer is 200. */
  Optional<String> ask(String page) {
    try {
      URI address = URI.create("http://127.0.0.1:" + BenchNode.HEALTH_PORT + page);
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(1000);
      connection.setReadTimeout(5000);
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        return Optional.empty();
      }
      try (InputStream body = connection.getInputStream()) {
        return Optional.of(new String(body.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException notYet) {
      return Optional.empty();
    }
  }

  String lastLines() {
    List<String> lines = logText().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  void requireAlive() {
    if (!process.isAlive()) {
      throw new NotMeasured("the kubelet ended with " + process.exitValue() + ":\n" + lastLines());
    }
  }

  private String logText() {
    try {
      return Files.exists(log(node)) ? Files.readString(log(node)) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kubernetes: files whose name begins with a dot are no manifests. */
  private Path unfinished(String name) {
    return node.manifests().resolve("." + name + ".tmp");
  }

  private Path manifest(String name) {
    return node.manifests().resolve(name + ".yaml");
  }

  private static Path log(BenchNode node) {
    return node.directory().resolve("kubelet.log");
  }
}

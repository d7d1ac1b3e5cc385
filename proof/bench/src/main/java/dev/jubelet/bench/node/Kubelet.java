package dev.jubelet.bench.node;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.testkit.Await;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A kubelet, started as a user would, given static pods and measured from outside. */
public final class Kubelet implements AutoCloseable {
  private static final Duration HEALTHY = Duration.ofSeconds(60);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(400);

  private final Setup setup;
  private final Process process;
  private final Marks marks;
  private final Instant begun;

  /**
   * @param root its {@code --root-dir}
   * @param manifests what it follows
   * @param marks where containers tell their first instruction
   * @param quiet seconds of CPU in a look that count as none
   * @param empty whether nothing is left of any pod
   */
  public record Setup(
      String name,
      Path root,
      Path manifests,
      Path marks,
      Path log,
      double quiet,
      BooleanSupplier empty) {}

  private Kubelet(Setup setup, Process process, Instant begun) {
    this.setup = setup;
    this.process = process;
    this.marks = new Marks(setup.marks());
    this.begun = begun;
  }

  /**
   * @param words its whole command line
   */
  public static Kubelet launch(Setup setup, List<String> words) {
    try {
      Files.createDirectories(setup.manifests());
      Files.createDirectories(setup.marks());
      ProcessBuilder builder =
          new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(setup.log().toFile());
      Instant begun = Instant.now();
      Process process = builder.start();
      process.getOutputStream().close();
      return new Kubelet(setup, process, begun);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String name() {
    return setup.name();
  }

  public long pid() {
    return process.pid();
  }

  /** From exec to the first 200 of {@code /healthz}; waits for it. */
  public Duration untilHealthy() {
    return until(name() + " is healthy", () -> ask("/healthz").isPresent());
  }

  /** From exec until Jubelet says that it has found its runtime and follows its sources. */
  public Duration untilReady() {
    return until(name() + " is ready", () -> says("reason=\"Ready\""));
  }

  private Duration until(String what, BooleanSupplier condition) {
    Await.until(
        what,
        HEALTHY,
        Duration.ofMillis(2),
        () -> {
          requireAlive();
          return condition.getAsBoolean();
        });
    return Duration.between(begun, Instant.now());
  }

  /** Seconds from the manifests in place to the first instruction of the last of their pods. */
  public double start(List<String> names) {
    try {
      for (String each : names) {
        Files.writeString(unfinished(each), PodUnderTest.manifest(each, setup.marks()));
      }
      Instant moment = Instant.now();
      for (String each : names) {
        Files.move(unfinished(each), manifest(each), StandardCopyOption.ATOMIC_MOVE);
      }
      return Duration.between(moment, marks.last(names, LONGEST)).toNanos() / 1e9;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NotMeasured late) {
      throw new NotMeasured(name() + ": " + late.getMessage() + "\n" + lastLines());
    }
  }

  /** Takes manifests away, and waits until nothing is left of their pods and all is quiet. */
  public void remove(List<String> names) {
    try {
      for (String each : names) {
        Files.delete(manifest(each));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Await.until(
        name() + "'s pods are gone", LONGEST, Duration.ofMillis(50), setup.empty()::getAsBoolean);
    marks.forget(names);
    settle();
  }

  /** Starts pods and takes them away again, in a turn of its own. */
  public double startAndRemove(List<String> names) {
    thaw();
    double seconds = start(names);
    remove(names);
    freeze();
    return seconds;
  }

  /**
   * Stops it in its tracks, so that it neither disturbs nor sees what others do with the runtime.
   */
  public void freeze() {
    Tool.of("kill", "-STOP", Long.toString(pid())).run();
  }

  /** Lets it go on, and waits until it has come to rest. */
  public void thaw() {
    requireAlive();
    Tool.of("kill", "-CONT", Long.toString(pid())).run();
    settle();
  }

  /** Waits until it uses next to no CPU. */
  public void settle() {
    double[] before = {usage().cpuSeconds()};
    Await.pause(LOOK_AGAIN);
    Await.until(
        name() + " comes to rest",
        LONGEST,
        LOOK_AGAIN,
        () -> {
          double now = usage().cpuSeconds();
          boolean quiet = now - before[0] <= setup.quiet();
          before[0] = now;
          return quiet;
        });
  }

  public ProcessUsage usage() {
    requireAlive();
    return ProcessUsage.of(pid());
  }

  /** Whether it has logged so. */
  public boolean says(String text) {
    return logText().contains(text);
  }

  /** The body of a page of its health port when the answer is 200. */
  public Optional<String> ask(String page) {
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

  /** The body of a page at Jubelet's socket for root when the answer is 200. */
  public Optional<String> askSocket(String page) {
    Tool.Result answer =
        Tool.of(
                "curl",
                "-sS",
                "-f",
                "-m",
                "5",
                "--unix-socket",
                setup.root().resolve("jubelet-run/node.sock").toString(),
                "http://node" + page)
            .attempt();
    return answer.ok() ? Optional.of(answer.out()) : Optional.empty();
  }

  public void requireAlive() {
    if (!process.isAlive()) {
      throw new NotMeasured(name() + " ended with " + process.exitValue() + ":\n" + lastLines());
    }
  }

  /** SIGTERM, and waits for the end. */
  public void stop() {
    process.destroy();
    if (!ended(Duration.ofSeconds(30))) {
      throw new NotMeasured(name() + " did not end on SIGTERM:\n" + lastLines());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    boolean _ = ended(Duration.ofSeconds(10));
  }

  private boolean ended(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotMeasured("interrupted");
    }
  }

  private String lastLines() {
    List<String> lines = logText().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  private String logText() {
    try {
      return Files.readString(setup.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kubernetes: files whose name begins with a dot are no manifests. */
  private Path unfinished(String pod) {
    return setup.manifests().resolve("." + pod + ".tmp");
  }

  private Path manifest(String pod) {
    return setup.manifests().resolve(pod + ".yaml");
  }
}

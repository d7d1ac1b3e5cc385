package dev.jubelet.acceptance;

import dev.jubelet.app.sandboxed.NodeNamespace;
import dev.jubelet.app.sandboxed.ProcessTable;
import dev.jubelet.app.sandboxed.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** {@code ./jubelet kubelet}, started as a user would, inside a node's namespace. */
public final class JubeletProcess {
  private static boolean built;

  private final Process process;
  private final Path log;
  private final NodeNamespace namespace;
  private final int healthPort;

  private JubeletProcess(Process process, Path log, NodeNamespace namespace, int healthPort) {
    this.process = process;
    this.log = log;
    this.namespace = namespace;
    this.healthPort = healthPort;
  }

  static JubeletProcess start(
      NodeNamespace namespace, List<String> arguments, Path log, int healthPort) {
    build();
    List<String> words = new ArrayList<>(List.of(launcher(), "kubelet"));
    words.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(namespace.enter(words))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return new JubeletProcess(process, log, namespace, healthPort);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** So that no start of a node has to wait for Maven. */
  private static synchronized void build() {
    if (!built) {
      Tool.of(launcher(), "version").within(Duration.ofMinutes(10)).run();
      built = true;
    }
  }

  private static String launcher() {
    return Parts.repository().resolve("jubelet").toString();
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  public void awaitHealthy(Duration deadline) {
    Eventually.until(
        "jubelet is healthy",
        deadline,
        () -> {
          if (!alive()) {
            throw new AssertionError(
                "jubelet ended with " + process.exitValue() + "\n" + lastLines(60));
          }
          return request("/healthz").ok();
        },
        () -> lastLines(60));
  }

  /** The answer of its health port; with exit code 22 when it refuses. */
  public Tool.Result request(String path) {
    return namespace
        .in("curl", "-sS", "-f", "-m", "5", "http://127.0.0.1:" + healthPort + path)
        .attempt();
  }

  /** SIGKILL. */
  public void killHard() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(10));
  }

  /** SIGTERM; how long it took to end. */
  public Duration terminate() {
    long start = System.nanoTime();
    process.destroy();
    awaitEnd(Duration.ofSeconds(30));
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** CPU time since its start. */
  public Duration cpuTime() {
    return ProcessHandle.of(pid())
        .flatMap(handle -> handle.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** Memory figures in KiB by their names in /proc/PID/status, such as VmRSS and VmHWM. */
  public Map<String, Long> memory() {
    Map<String, Long> figures = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(pid()), "status"))) {
        if (line.startsWith("Vm") || line.startsWith("Rss")) {
          String[] words = line.split("[:\\s]+");
          figures.put(words[0], Long.valueOf(words[1]));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return figures;
  }

  public String lastLines(int count) {
    try {
      List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitEnd(Duration deadline) {
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        ProcessTable.kill(pid());
        throw new AssertionError("jubelet did not end within " + deadline + "\n" + lastLines(60));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}

package dev.jubelet.acceptance;

import dev.jubelet.acceptance.host.NodeNamespace;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.process.ProcessTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A long-running program in a namespace, with its log, known by its process id. */
public final class Daemon {
  private static final Duration END_AT_ONCE = Duration.ofSeconds(10);

  private final String name;
  private final Process process;
  private final Path log;

  private Daemon(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * @param name for messages
   * @param namespace null for the one that we are in
   * @param log is appended to
   */
  public static Daemon start(
      String name, @Nullable NodeNamespace namespace, List<String> words, Path log) {
    ProcessBuilder builder =
        new ProcessBuilder(namespace == null ? words : namespace.enter(words))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      return new Daemon(name, process, log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.isAlive();
  }

  /** Complains with the end of its log when it has ended. */
  public void requireAlive() {
    if (!alive()) {
      throw new AssertionError(
          "%s ended with %d%n%s".formatted(name, process.exitValue(), lastLines(60)));
    }
  }

  /** SIGKILL. */
  public void killHard() {
    process.destroyForcibly();
    awaitEnd(END_AT_ONCE);
  }

  /** SIGTERM; how long it took to end. */
  public Duration terminate(Duration deadline) {
    long start = System.nanoTime();
    process.destroy();
    awaitEnd(deadline);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** SIGSTOP: it stays, holds its connections open and does nothing. */
  public void freeze() {
    Tool.of("kill", "-STOP", Long.toString(pid())).run();
  }

  public void thaw() {
    Tool.of("kill", "-CONT", Long.toString(pid())).run();
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
    return LogEnd.of(log, count);
  }

  private void awaitEnd(Duration deadline) {
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        ProcessTable.kill(pid());
        throw new AssertionError(
            "%s did not end within %s%n%s".formatted(name, deadline, lastLines(60)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}

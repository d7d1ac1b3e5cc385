package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.acceptance.Document;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Follows all pods of the namespace {@code default} as the API server tells of them, and notes
 * every status that goes backwards.
 */
public final class PodWatch implements AutoCloseable {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  private final Process process;
  private final Map<String, PodHistory> histories = new ConcurrentHashMap<>();
  private final List<String> regressions = new CopyOnWriteArrayList<>();
  private final AtomicInteger events = new AtomicInteger();

  private PodWatch(Process process) {
    this.process = process;
  }

  public static PodWatch start(Kubectl kubectl) {
    String version = kubectl.raw(PODS + "?limit=1").at("metadata", "resourceVersion").text();
    String path = PODS + "?watch=1&timeoutSeconds=3600&resourceVersion=" + version;
    try {
      Process process =
          new ProcessBuilder(kubectl.tool("get", "--raw", path).words())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      PodWatch watch = new PodWatch(process);
      Thread.ofPlatform().daemon().name("pod-watch").start(watch::read);
      return watch;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In words; empty when every status only ever went on. */
  public List<String> regressions() {
    return List.copyOf(regressions);
  }

  /** A watch that saw nothing because it never looked is worth nothing. */
  public int events() {
    return events.get();
  }

  /** Whether the API server still tells it of changes. */
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // only this thread writes it
  private void read() {
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      String line = lines.readLine();
      while (line != null) {
        Document event = Document.parse(line);
        Document pod = event.at("object");
        String uid = pod.at("metadata", "uid").text();
        if (!uid.isEmpty()) {
          regressions.addAll(histories.computeIfAbsent(uid, _ -> new PodHistory()).see(pod));
          events.incrementAndGet();
        }
        line = lines.readLine();
      }
    } catch (IOException ended) {
      // The watch was closed.
    }
  }
}

package dev.jubelet.bench.cluster;

import dev.jubelet.acceptance.Document;
import dev.jubelet.bench.report.Series;
import dev.jubelet.bench.run.NotMeasured;
import dev.jubelet.testkit.Await;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Notes when a watch first shows each pod as Running. */
final class RunningWatch {
  private static final String PODS = "/api/v1/namespaces/default/pods";

  /** So that a server which refuses is not asked without end. */
  private static final Duration AGAIN = Duration.ofMillis(50);

  private final Map<String, Long> running = new ConcurrentHashMap<>();

  private RunningWatch() {}

  /** From now on, until the client is closed. */
  static RunningWatch start(ApiClient client) {
    RunningWatch watch = new RunningWatch();
    String version = client.get(PODS + "?limit=1").at("metadata", "resourceVersion").text();
    Thread.ofPlatform().daemon().name("watch").start(() -> watch.follow(client, version));
    return watch;
  }

  /** The server ends a watch whose reader a busy machine holds up: it is gone on with. */
  private void follow(ApiClient client, String since) {
    String version = since;
    while (true) {
      Stream<String> lines;
      try {
        lines = client.watch(PODS + "?watch=1&resourceVersion=" + version);
      } catch (NotMeasured closed) {
        // Whoever still waits for a pod says so at its deadline.
        return;
      }
      version = read(lines, version);
      Await.pause(AGAIN);
    }
  }

  /** The version to go on from. */
  private String read(Stream<String> lines, String since) {
    String version = since;
    try (lines) {
      for (String line : (Iterable<String>) lines::iterator) {
        // The moment first: reading the object takes its time.
        long moment = System.nanoTime();
        Document pod = Document.parse(line).at("object");
        version = pod.at("metadata", "resourceVersion").text();
        if (pod.at("status", "phase").text().equals("Running")) {
          running.putIfAbsent(pod.at("metadata", "name").text(), moment);
        }
      }
    } catch (UncheckedIOException cut) {
      // By the server, or since the client was closed, which the next watch tells.
    }
    return version;
  }

  /** Seconds from a moment until the pod was Running; waits for it. */
  double seconds(String pod, long since, Duration deadline) {
    Await.until(
        pod + " is Running", deadline, Duration.ofMillis(1), () -> running.containsKey(pod));
    @Nullable Long moment = running.get(pod);
    return moment == null ? Double.NaN : (moment - since) / 1e9;
  }

  /** The same for many, in any order. */
  Series seconds(Collection<String> pods, long since, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    return Series.of(
        pods.stream()
            .map(pod -> seconds(pod, since, Duration.ofNanos(Math.max(0, end - System.nanoTime()))))
            .toList());
  }
}

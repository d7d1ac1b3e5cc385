package dev.jubelet.app.command.run;

import dev.jubelet.app.command.LogTarget;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.logs.ContainerLogFiles;
import dev.jubelet.nodeserver.logs.LogFollower;
import dev.jubelet.nodeserver.logs.LogOptions;
import dev.jubelet.nodeserver.logs.LogRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The logs of all containers of some pods, side by side on one stream. */
final class PodLogStreams implements AutoCloseable {
  private static final long PAUSE_MILLIS = 100;

  private final Path logs;
  private final OutputStream out;
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> readers = new ArrayList<>();

  /**
   * @param logs the node's podLogsDir
   */
  PodLogStreams(Path logs, OutputStream out) {
    this.logs = logs;
    this.out = out;
  }

  /** Begins to copy; with several containers every line says whose it is. */
  void start(List<Pod> pods) {
    int containers = pods.stream().mapToInt(pod -> LogTarget.containers(pod).size()).sum();
    for (Pod pod : pods) {
      for (String container : LogTarget.containers(pod)) {
        String prefix = containers == 1 ? "" : "[" + pod.metadata().name() + "/" + container + "] ";
        ContainerLogFiles files = new LogTarget(pod, container).files(logs);
        readers.add(
            Thread.ofVirtual()
                .name("log of " + container)
                .start(() -> copy(files, new PrefixedLines(prefix, out))));
      }
    }
  }

  /** Copies what is left, and ends. */
  @Override
  public void close() {
    end.countDown();
    for (Thread reader : readers) {
      try {
        reader.join();
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** One run of the container after the other. */
  private void copy(ContainerLogFiles files, PrefixedLines lines) {
    Optional<LogRun> done = Optional.empty();
    try (lines) {
      while (true) {
        boolean last = end.getCount() == 0;
        Optional<LogRun> next = files.run(0);
        if (next.isPresent() && !next.equals(done)) {
          LogRun run = next.get();
          new LogFollower(run, lines, LogOptions.ALL).follow(() -> !isOver(files, run));
          done = next;
        } else if (last) {
          return;
        } else {
          pause();
        }
      }
    } catch (IOException gone) {
      // The pod's logs go with the pod, or nobody reads us any more.
      return;
    }
  }

  private boolean isOver(ContainerLogFiles files, LogRun current) throws IOException {
    return pause() || files.run(0).filter(current::equals).isEmpty();
  }

  /** True when it is time to end. */
  private boolean pause() {
    try {
      return end.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}

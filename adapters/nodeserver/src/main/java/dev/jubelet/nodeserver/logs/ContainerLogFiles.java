package dev.jubelet.nodeserver.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The log files of one container: {@code N.log} for its run number N, counted from 0.
 *
 * @param logs the node's podLogsDir
 * @param container the container's directory beneath it
 */
public record ContainerLogFiles(Path logs, String container) {
  private static final Pattern RUN = Pattern.compile("[0-9]{1,9}\\.log");

  /** Kubernetes: {@code LOGS/NAMESPACE_POD_UID/CONTAINER}. */
  public static ContainerLogFiles of(
      Path logs, String namespace, String pod, String uid, String container) {
    return new ContainerLogFiles(logs, namespace + "_" + pod + "_" + uid + "/" + container);
  }

  public Path directory() {
    return logs.resolve(container);
  }

  /**
   * @param runsBack 0 for the latest run, 1 for the one before
   */
  public Optional<LogRun> run(int runsBack) throws IOException {
    try (Stream<Path> entries = Files.list(directory())) {
      TreeSet<Integer> runs =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> RUN.matcher(name).matches())
              .map(name -> Integer.valueOf(name.substring(0, name.length() - ".log".length())))
              .collect(
                  TreeSet::new,
                  (latest, run) -> {
                    latest.add(run);
                    if (latest.size() > runsBack + 1) {
                      latest.removeFirst();
                    }
                  },
                  TreeSet::addAll);
      return runs.size() <= runsBack ? Optional.empty() : Optional.of(numbered(runs.getFirst()));
    } catch (NoSuchFileException neverRan) {
      return Optional.empty();
    }
  }

  public LogRun numbered(int number) {
    return new LogRun(logs, container, number + ".log");
  }
}

package dev.jubelet.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Pods whose container writes down its own beginning and end on a host path. What happened is then
 * read from the file, and nobody's word has to be trusted.
 */
public final class MarkedPods {
  private final Path marks;

  public MarkedPods(Path marks) {
    try {
      this.marks = Files.createDirectories(marks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A manifest.
   *
   * @param generation is in the environment, so that another one is another pod
   * @param lastWords seconds between SIGTERM and the end
   */
  public String manifest(String name, int generation, int lastWords, int grace) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %1$s
      namespace: default
    spec:
      terminationGracePeriodSeconds: %4$d
      containers:
      - name: main
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        command:
        - /bin/sh
        - -c
        - |
          trap 'sleep %3$d; echo "end $GENERATION" >> /marks/%1$s; exit 0' TERM
          read -r group < /proc/self/cgroup
          echo "start $GENERATION ${group##*/}" >> /marks/%1$s
          while :; do sleep 3600 & wait; done
        env:
        - name: GENERATION
          value: "%2$d"
        volumeMounts:
        - name: marks
          mountPath: /marks
      volumes:
      - name: marks
        hostPath:
          path: %5$s
          type: Directory
    """
        .formatted(name, generation, lastWords, grace, marks);
  }

  /** With so much grace that it ends by itself even on a busy machine. */
  public String manifest(String name, int generation) {
    return manifest(name, generation, 0, 30);
  }

  /** What the pod's containers wrote, in order: {@code start 1}, {@code end 1} and so on. */
  public List<String> marks(String name) {
    return lines(name).stream().map(line -> String.join(" ", words(line).subList(0, 2))).toList();
  }

  /** A generation that began, in which container. */
  public record Start(int generation, String containerId) {}

  public List<Start> starts(String name) {
    return lines(name).stream()
        .filter(line -> line.startsWith("start "))
        .map(MarkedPods::words)
        .map(words -> new Start(Integer.parseInt(words.get(1)), words.get(2)))
        .toList();
  }

  public boolean started(String name, int generation) {
    return marks(name).contains("start " + generation);
  }

  private static List<String> words(String line) {
    return List.of(line.split(" "));
  }

  private List<String> lines(String name) {
    try {
      Path file = marks.resolve(name);
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

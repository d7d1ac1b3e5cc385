package dev.jubelet.testkit;

import dev.jubelet.model.pod.PodName;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.ClusterEvent;
import dev.jubelet.ports.Journal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the newest lines of the journal for assertions. */
public final class RecordingJournal implements Journal {
  private static final int LINES_MAX = 100_000;

  public record Line(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {}

  private final Deque<Line> lines = new ArrayDeque<>();
  private final Deque<ClusterEvent> announced = new ArrayDeque<>();

  @Override
  public synchronized void write(
      Level level, @Nullable PodName pod, @Nullable PodUid uid, String reason, String message) {
    if (lines.size() == LINES_MAX) {
      lines.removeFirst();
    }
    lines.addLast(new Line(level, pod, uid, reason, message));
  }

  @Override
  public synchronized void recordEvent(ClusterEvent event) {
    if (announced.size() == LINES_MAX) {
      announced.removeFirst();
    }
    announced.addLast(event);
  }

  /** What the cluster was told, in order: {@code Normal Started spec.containers{a}: message}. */
  public synchronized List<String> announced() {
    return announced.stream()
        .map(said ->
            "%s %s %s: %s"
                .formatted(
                    said.warning() ? "Warning" : "Normal",
                    said.reason(),
                    switch (said.about()) {
                      case ClusterEvent.Subject.OfNode _ -> "node";
                      case ClusterEvent.Subject.OfPod pod -> pod.fieldPath();
                    },
                    said.message()))
        .toList();
  }

  public synchronized List<Line> lines() {
    return List.copyOf(lines);
  }

  public List<Line> lines(PodUid uid) {
    return lines().stream().filter(line -> uid.equals(line.uid())).toList();
  }

  /** The reasons of a pod's lines, in order. */
  public List<String> reasons(PodUid uid) {
    return lines(uid).stream().map(Line::reason).toList();
  }

  public synchronized void clear() {
    lines.clear();
    announced.clear();
  }
}

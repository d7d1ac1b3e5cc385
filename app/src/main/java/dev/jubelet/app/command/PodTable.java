package dev.jubelet.app.command;

import dev.jubelet.model.pod.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Pods as an aligned table. */
public final class PodTable {
  private static final List<String> COLUMNS =
      List.of("NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE");
  private static final int NARROW = 6;
  private static final String GAP = "   ";

  private PodTable() {}

  public static String render(List<Pod> pods, Instant now, boolean wide) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(COLUMNS);
    pods.stream()
        .sorted(Comparator.comparing(Pod::fullName))
        .forEach(pod -> rows.add(row(pod, now)));
    return aligned(wide ? rows : rows.stream().map(row -> row.subList(0, NARROW)).toList());
  }

  private static List<String> row(Pod pod, Instant now) {
    PodSummary summary = PodSummary.of(pod, now);
    return List.of(
        pod.metadata().namespace(),
        pod.metadata().name(),
        summary.ready(),
        summary.status(),
        summary.restarts(),
        age(pod, now),
        orNone(pod.status().podIP()),
        orNone(pod.spec().nodeName()));
  }

  // A static pod without a mirror pod has no creation time; it is as old as its start on this node.
  private static String age(Pod pod, Instant now) {
    Instant created = pod.metadata().creationTimestamp();
    Instant since = created != null ? created : pod.status().startTime();
    return since == null ? "<unknown>" : Ages.text(Duration.between(since, now));
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "<none>" : text;
  }

  static String aligned(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < columns - 1; i++) {
        out.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length()).append(GAP);
      }
      out.append(row.getLast()).append('\n');
    }
    return out.toString();
  }
}

package dev.jubelet.app.command;

import dev.jubelet.json.Node;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** A timeline for people: where the time went, and then step by step. */
final class TimelineTable {
  private TimelineTable() {}

  static String render(Node.Fields timeline) {
    StringBuilder out = new StringBuilder();
    String waits = timeline.text("waitsFor");
    out.append(timeline.text("namespace"))
        .append('/')
        .append(timeline.text("name"))
        .append(" (")
        .append(timeline.text("uid"))
        .append(") was seen at ")
        .append(timeline.text("seen"))
        .append(
            switch (timeline.text("state")) {
              case "ready" -> " and was ready after ";
              case "ended" -> ", was never ready and began to end after ";
              default -> " and has been starting for ";
            })
        .append(number(timeline, "totalMillis"))
        .append(" ms\n")
        .append(waits.isEmpty() ? "" : "it waits for " + waits + "\n")
        .append('\n');
    if (timeline.value("phases") instanceof Node.Fields phases) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("PHASE", "MS"));
      phases.fields().keySet().forEach(name -> rows.add(List.of(name, number(phases, name))));
      out.append(PodTable.aligned(rows)).append('\n');
    }
    if (timeline.value("steps") instanceof Node.Items steps) {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("AT MS", "TOOK MS", "STEP", "CONTAINER", "OUTCOME", "WHY"));
      for (Node step : steps.items()) {
        if (step instanceof Node.Fields fields) {
          rows.add(row(timeline.text("seen"), fields));
        }
      }
      out.append(PodTable.aligned(rows));
    }
    return out.toString();
  }

  private static List<String> row(String seen, Node.Fields step) {
    String container = step.text("container");
    return List.of(
        after(seen, step.text("begin")),
        number(step, "millis"),
        step.text("name"),
        container.isEmpty() ? "-" : container,
        step.text("outcome"),
        step.text("why"));
  }

  private static String after(String seen, String begin) {
    try {
      Duration after = Duration.between(Instant.parse(seen), Instant.parse(begin));
      return BigDecimal.valueOf(after.toNanos() / 1000, 3).toPlainString();
    } catch (DateTimeParseException unreadable) {
      return begin;
    }
  }

  private static String number(Node.Fields of, String name) {
    return of.value(name) instanceof Node.Numeral numeral ? numeral.text() : "-";
  }
}

package dev.jubelet.nodeserver;

import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import dev.jubelet.codec.tree.TreeText;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.TimelineStep;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A timeline as the node tells it. Milliseconds have three decimals, which is all that is known, so
 * that sums are exact.
 */
public final class TimelineDocument {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

  private TimelineDocument() {}

  public static String json(PodTimeline timeline) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    text(fields, "uid", timeline.uid().value());
    text(fields, "namespace", timeline.name().namespace());
    text(fields, "name", timeline.name().name());
    text(fields, "state", timeline.state().name().toLowerCase(Locale.ROOT));
    text(fields, "seen", TIME.format(timeline.seen()));
    Instant ready = timeline.ready();
    if (ready != null) {
      text(fields, "ready", TIME.format(ready));
    }
    if (!timeline.waits().isEmpty()) {
      text(fields, "waitsFor", timeline.waits());
    }
    put(fields, "totalMillis", millis(timeline.total()));
    Map<String, Node.Field> phases = new LinkedHashMap<>();
    timeline.phases().forEach((phase, time) -> put(phases, phase.wire(), millis(time)));
    put(fields, "phases", new Node.Fields(phases, Place.START));
    List<Node> steps = new ArrayList<>();
    timeline.steps().forEach(step -> steps.add(step(step)));
    put(fields, "steps", new Node.Items(steps, Place.START));
    if (timeline.leftOut() > 0) {
      put(fields, "stepsLeftOut", new Node.Numeral(timeline.leftOut() + "", Place.START));
    }
    return TreeText.json(new Node.Fields(fields, Place.START));
  }

  private static Node step(TimelineStep step) {
    Map<String, Node.Field> fields = new LinkedHashMap<>();
    text(fields, "name", step.name());
    if (!step.container().isEmpty()) {
      text(fields, "container", step.container());
    }
    text(fields, "phase", step.phase().wire());
    text(fields, "why", step.why());
    text(fields, "begin", TIME.format(step.begin()));
    Instant end = step.end();
    if (end == null) {
      text(fields, "outcome", "under way");
    } else {
      text(fields, "end", TIME.format(end));
      put(fields, "millis", millis(Duration.between(step.begin(), end)));
      text(fields, "outcome", step.outcome());
    }
    return new Node.Fields(fields, Place.START);
  }

  private static Node millis(Duration time) {
    return new Node.Numeral(
        BigDecimal.valueOf(time.toNanos() / 1000, 3).toPlainString(), Place.START);
  }

  private static void text(Map<String, Node.Field> fields, String name, String value) {
    put(fields, name, new Node.Text(value, Place.START));
  }

  private static void put(Map<String, Node.Field> fields, String name, Node value) {
    fields.put(name, new Node.Field(Place.START, value));
  }
}

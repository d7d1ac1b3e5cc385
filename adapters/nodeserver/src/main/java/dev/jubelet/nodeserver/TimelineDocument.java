package dev.jubelet.nodeserver;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.JsonWriter;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import dev.jubelet.model.timeline.PodTimeline;
import dev.jubelet.model.timeline.TimelineStep;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/**
 * A timeline as the node tells it. Milliseconds have three decimals, which is all that is known, so
 * that sums are exact.
 */
public final class TimelineDocument {
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

  private TimelineDocument() {}

  public static String json(PodTimeline timeline) {
    JsonObject document =
        new JsonObject()
            .put("uid", timeline.uid().value())
            .put("namespace", timeline.name().namespace())
            .put("name", timeline.name().name())
            .put("state", timeline.state().name().toLowerCase(Locale.ROOT))
            .put("seen", TIME.format(timeline.seen()));
    Instant ready = timeline.ready();
    if (ready != null) {
      document.put("ready", TIME.format(ready));
    }
    JsonObject phases = new JsonObject();
    timeline.phases().forEach((phase, time) -> phases.put(phase.wire(), millis(time)));
    return JsonWriter.compact(
        document
            .putUnlessEmpty("waitsFor", timeline.waits())
            .put("totalMillis", millis(timeline.total()))
            .put("phases", phases)
            .put("steps", timeline.steps().stream().map(TimelineDocument::step).toList())
            .putUnlessZero("stepsLeftOut", timeline.leftOut())
            .build());
  }

  private static Node step(TimelineStep step) {
    JsonObject fields =
        new JsonObject()
            .put("name", step.name())
            .putUnlessEmpty("container", step.container())
            .put("phase", step.phase().wire())
            .put("why", step.why())
            .put("begin", TIME.format(step.begin()));
    Instant end = step.end();
    if (end == null) {
      fields.put("outcome", "under way");
    } else {
      fields
          .put("end", TIME.format(end))
          .put("millis", millis(Duration.between(step.begin(), end)))
          .put("outcome", step.outcome());
    }
    return fields.build();
  }

  private static Node millis(Duration time) {
    return new Node.Numeral(
        BigDecimal.valueOf(time.toNanos() / 1000, 3).toPlainString(), TextPosition.START);
  }
}

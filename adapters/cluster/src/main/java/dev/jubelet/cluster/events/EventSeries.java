package dev.jubelet.cluster.events;

import dev.jubelet.json.JsonObject;
import dev.jubelet.json.Node;
import dev.jubelet.json.TextPosition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An event as it stands now: how often the same was seen, and when first and last.
 *
 * @param name of the event's object
 */
record EventSeries(
    About about,
    String name,
    boolean warning,
    String reason,
    String message,
    Instant first,
    Instant last,
    int count) {

  /**
   * What it is about.
   *
   * @param eventNamespace where the event lives
   * @param apiVersion the kubelet of Kubernetes leaves it out for nodes, and tools compare
   */
  @RecordBuilder
  record About(
      String eventNamespace,
      String kind,
      String namespace,
      String name,
      String uid,
      String apiVersion,
      String fieldPath) {
    JsonObject reference() {
      return new JsonObject()
          .put("kind", kind)
          .putUnlessEmpty("namespace", namespace)
          .put("name", name)
          .put("uid", uid)
          .putUnlessEmpty("apiVersion", apiVersion)
          .putUnlessEmpty("fieldPath", fieldPath);
    }
  }

  Node.Fields object(String node) {
    return new JsonObject()
        .put("apiVersion", "v1")
        .put("kind", "Event")
        .put(
            "metadata", new JsonObject().put("name", name).put("namespace", about.eventNamespace()))
        .put("involvedObject", about.reference())
        .put("reason", reason)
        .put("message", message)
        .put("source", new JsonObject().put("component", "kubelet").put("host", node))
        .put("firstTimestamp", time(first))
        .put("lastTimestamp", time(last))
        .put("count", count)
        .put("type", warning ? "Warning" : "Normal")
        .put("eventTime", new Node.Null(TextPosition.START))
        .put("reportingComponent", "kubelet")
        .put("reportingInstance", node)
        .build();
  }

  /** What is new of an event that is there already. */
  Node.Fields patch() {
    return new JsonObject()
        .put("count", count)
        .put("lastTimestamp", time(last))
        .put("message", message)
        .build();
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}

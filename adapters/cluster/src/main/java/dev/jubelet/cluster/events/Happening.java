package dev.jubelet.cluster.events;

import dev.jubelet.cluster.client.JsonObject;
import dev.jubelet.codec.tree.Node;
import dev.jubelet.codec.tree.Place;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An event as it stands now: how often the same was seen, and when first and last.
 *
 * @param name of the event's object
 */
record Happening(
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
      JsonObject reference = new JsonObject().text("kind", kind);
      put(reference, "namespace", namespace);
      reference.text("name", name).text("uid", uid);
      put(reference, "apiVersion", apiVersion);
      put(reference, "fieldPath", fieldPath);
      return reference;
    }

    private static void put(JsonObject object, String field, String value) {
      if (!value.isEmpty()) {
        object.text(field, value);
      }
    }
  }

  Node.Fields object(String node) {
    return new JsonObject()
        .text("apiVersion", "v1")
        .text("kind", "Event")
        .object(
            "metadata",
            new JsonObject().text("name", name).text("namespace", about.eventNamespace()))
        .object("involvedObject", about.reference())
        .text("reason", reason)
        .text("message", message)
        .object("source", new JsonObject().text("component", "kubelet").text("host", node))
        .text("firstTimestamp", time(first))
        .text("lastTimestamp", time(last))
        .number("count", count)
        .text("type", warning ? "Warning" : "Normal")
        .put("eventTime", new Node.Null(Place.START))
        .text("reportingComponent", "kubelet")
        .text("reportingInstance", node)
        .done();
  }

  /** What is new of an event that is there already. */
  Node.Fields patch() {
    return new JsonObject()
        .number("count", count)
        .text("lastTimestamp", time(last))
        .text("message", message)
        .done();
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}

package dev.jubelet.nodeserver;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.nodeserver.http.AnswerStream;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the node tells over HTTP.
 *
 * @param checks by name; each answers with what is wrong, or with nothing
 * @param pods all pods that the node knows, with their present status
 * @param timelines JSON for the UID of a pod, where something is known of it
 */
public record NodePages(
    Map<String, Supplier<Optional<String>>> checks,
    Supplier<List<PodReport>> pods,
    NodeMetrics metrics,
    Function<String, Optional<String>> timelines) {
  /** The Prometheus text format. */
  public static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  public HttpAnswer timeline(String uid) {
    return Optional.of(uid)
        .filter(each -> !each.isEmpty())
        .flatMap(timelines)
        .map(HttpAnswer::json)
        .orElseGet(() -> HttpAnswer.text(404, "this pod is not known here\n"));
  }

  /** Those that the node's sources want, with their status; one by one, as the client reads. */
  public void sendPods(Reply reply) throws IOException {
    try (AnswerStream out = reply.stream(200, Map.of("Content-Type", "application/json"))) {
      out.text("{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"metadata\":{},\"items\":[");
      String between = "";
      for (PodReport each : pods.get()) {
        out.text(between);
        out.text(RecordEncoder.json(each.asOneObject()));
        between = ",";
      }
      out.text("]}");
    }
  }

  /** What the node counts of its own work. */
  public HttpAnswer metricsText() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream(16 * 1024);
    metrics.writeTo(text);
    return HttpAnswer.of(200, METRICS_TYPE, text.toString(StandardCharsets.UTF_8));
  }
}

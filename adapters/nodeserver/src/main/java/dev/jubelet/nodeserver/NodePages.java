package dev.jubelet.nodeserver;

import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.nodeserver.http.HttpAnswer;
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
  private static final String HEALTH = "/healthz";
  private static final String PODS = "/debug/jubelet/pods/";
  private static final String TIMELINE = "/timeline";

  /** The Prometheus text format. */
  public static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  HttpAnswer page(String path, boolean onLoopback) throws IOException {
    HealthChecks health = new HealthChecks(checks);
    return switch (path) {
      case HEALTH -> health.all();
      case "/pods" -> onLoopback ? podList() : refusedOutside(path);
      case "/metrics" -> onLoopback ? metricsText() : refusedOutside(path);
      default ->
          path.startsWith(PODS) && path.endsWith(TIMELINE)
              ? onLoopback ? timelineAt(path) : refusedOutside(path)
              : path.startsWith(HEALTH + "/")
                  ? health.one(path.substring(HEALTH.length() + 1)).orElseGet(HttpAnswer::notFound)
                  : HttpAnswer.notFound();
    };
  }

  private HttpAnswer timelineAt(String path) {
    int end = path.length() - TIMELINE.length();
    return timeline(end <= PODS.length() ? "" : path.substring(PODS.length(), end));
  }

  public HttpAnswer timeline(String uid) {
    return Optional.of(uid)
        .filter(each -> !each.isEmpty())
        .flatMap(timelines)
        .map(HttpAnswer::json)
        .orElseGet(() -> HttpAnswer.text(404, "this pod is not known here\n"));
  }

  // Pod specifications hold environment values: nobody outside the machine may read them unasked.
  private static HttpAnswer refusedOutside(String path) {
    return HttpAnswer.text(
        403, path + " is served only when healthzBindAddress is a loopback address\n");
  }

  /** Those that the node's sources want, with their status. */
  public HttpAnswer podList() {
    List<Pod> items = pods.get().stream().map(PodReport::asOneObject).toList();
    return HttpAnswer.json(RecordEncoder.listJson("v1", "PodList", items));
  }

  /** What the node counts of its own work. */
  public HttpAnswer metricsText() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream(16 * 1024);
    metrics.writeTo(text);
    return HttpAnswer.of(200, METRICS_TYPE, text.toString(StandardCharsets.UTF_8));
  }
}

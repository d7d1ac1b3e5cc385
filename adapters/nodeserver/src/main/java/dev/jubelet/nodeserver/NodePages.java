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
import java.util.function.Supplier;

/**
 * What the node tells over HTTP.
 *
 * @param checks by name; each answers with what is wrong, or with nothing
 * @param pods all pods that the node knows, with their present status
 */
public record NodePages(
    Map<String, Supplier<Optional<String>>> checks,
    Supplier<List<PodReport>> pods,
    NodeMetrics metrics) {
  private static final String HEALTH = "/healthz";
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  HttpAnswer page(String path, boolean onLoopback) throws IOException {
    HealthChecks health = new HealthChecks(checks);
    return switch (path) {
      case HEALTH -> answer(health.all());
      case "/pods" -> onLoopback ? podList() : refusedOutside(path);
      case "/metrics" -> onLoopback ? metricsText() : refusedOutside(path);
      default ->
          path.startsWith(HEALTH + "/")
              ? health
                  .one(path.substring(HEALTH.length() + 1))
                  .map(NodePages::answer)
                  .orElseGet(HttpAnswer::notFound)
              : HttpAnswer.notFound();
    };
  }

  private static HttpAnswer answer(HealthChecks.Answer answer) {
    return HttpAnswer.text(answer.healthy() ? 200 : 503, answer.text());
  }

  // Pod specifications hold environment values: nobody outside the machine may read them unasked.
  private static HttpAnswer refusedOutside(String path) {
    return HttpAnswer.text(
        403, path + " is served only when healthzBindAddress is a loopback address\n");
  }

  private HttpAnswer podList() {
    List<Pod> items = pods.get().stream().map(PodReport::asOneObject).toList();
    return HttpAnswer.json(RecordEncoder.listJson("v1", "PodList", items));
  }

  private HttpAnswer metricsText() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream(16 * 1024);
    metrics.writeTo(text);
    return HttpAnswer.of(200, METRICS_TYPE, text.toString(StandardCharsets.UTF_8));
  }
}

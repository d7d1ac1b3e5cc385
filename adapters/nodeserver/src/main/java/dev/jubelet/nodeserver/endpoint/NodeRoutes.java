package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.HealthChecks;
import dev.jubelet.nodeserver.http.HttpAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The paths of the node's port, in the order in which they are looked through. */
public final class NodeRoutes {
  private static final Set<String> GET = Set.of("GET");
  private static final Set<String> ALL = Set.of();
  private static final List<String> DEBUGGING =
      List.of("run", "exec", "attach", "portForward", "containerLogs", "runningpods", "logs");
  private static final Set<String> ROOTS =
      Set.of(
          "healthz",
          "pods",
          "stats",
          "metrics",
          "metrics/cadvisor",
          "metrics/probes",
          "metrics/resource",
          "run",
          "exec",
          "attach",
          "portForward",
          "containerLogs",
          "configz",
          "runningpods",
          "checkpoint",
          "logs",
          "debug");

  private final Routes routes = new Routes();

  public NodeRoutes(ServedNode node) {
    health(node);
    PodPages pods = new PodPages(node);
    routes.on(GET, "/pods", (call, names, reply) -> reply.send(pods.known()));
    MetricPages metrics = new MetricPages(node);
    routes.any("/metrics", (call, names, reply) -> reply.send(metrics.node()));
    if (!node.switches().debugging()) {
      DEBUGGING.forEach(root -> disabled("/" + root, "Debug endpoints are disabled.\n"));
      disabled("/debug/pprof", "Debug endpoints are disabled.\n");
      return;
    }
    routes.on(GET, "/runningpods", (call, names, reply) -> reply.send(pods.running()));
    routes.any(
        "/configz",
        (call, names, reply) -> reply.send(HttpAnswer.json(node.configuration().get())));
    disabled("/debug/pprof", "profiling endpoint is disabled.\n");
    disabled("/debug/flags/v", "flags endpoint is disabled.\n");
    routes.on(
        GET,
        "/debug/jubelet/pods/{uid}/timeline",
        (call, names, reply) ->
            reply.send(
                node.timelines()
                    .apply(names.getOrDefault("uid", ""))
                    .map(HttpAnswer::json)
                    .orElseGet(() -> HttpAnswer.text(404, "nothing is known of this pod\n"))));
  }

  Routes routes() {
    return routes;
  }

  Set<String> roots() {
    return ROOTS;
  }

  private void health(ServedNode node) {
    Map<String, Supplier<Optional<String>>> checks = new LinkedHashMap<>();
    // Our log has no buffer that could block.
    checks.put("log", Optional::empty);
    checks.putAll(node.checks());
    HealthPage health = new HealthPage(new HealthChecks(checks));
    routes.any("/healthz", (call, names, reply) -> reply.send(health.all(call.target())));
    routes.any(
        "/healthz/{check}",
        (call, names, reply) -> reply.send(health.one(names.getOrDefault("check", ""))));
  }

  private void disabled(String path, String sentence) {
    routes.beneath(ALL, path, (call, names, reply) -> reply.send(HttpAnswer.text(405, sentence)));
  }
}

package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.HealthChecks;
import dev.jubelet.nodeserver.NodePages;
import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.logs.LogChanges;
import dev.jubelet.streaming.session.StreamEndpoint;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The paths of the node's port, in the order in which they are looked through. */
public final class NodeRoutes implements AutoCloseable {
  private static final Set<String> GET = Set.of("GET");
  private static final Set<String> POST = Set.of("POST");
  private static final Set<String> GET_POST = new LinkedHashSet<>(List.of("GET", "POST"));
  private static final Set<String> ALL = Set.of();
  private static final List<String> DEBUGGING =
      List.of("run", "exec", "attach", "portForward", "containerLogs", "runningpods", "logs");

  /** The first words of all paths. */
  static final Set<String> ROOTS =
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

  private final EndpointRoutes routes = new EndpointRoutes();
  private final LogChanges logChanges = new LogChanges();
  private final StreamEndpoint streams;

  public NodeRoutes(ServedNode node) {
    streams = new StreamEndpoint(node.streams());
    open(node);
    if (node.switches().debugging()) {
      PodLookup lookup = new PodLookup(node);
      debugging(node);
      logs(node, lookup);
      commands(node, lookup);
      streams(new StreamEndpoints(node, lookup, streams));
    } else {
      DEBUGGING.forEach(root -> disabled("/" + root, "Debug endpoints are disabled.\n"));
      disabled("/debug/pprof", "Debug endpoints are disabled.\n");
    }
  }

  private void open(ServedNode node) {
    health(node);
    NodePages pages = node.pages();
    MetricPages metrics = new MetricPages(node);
    SummaryPage summary = new SummaryPage(node);
    routes
        .on(GET, "/pods", (call, names, reply) -> pages.sendPods(reply))
        .on(GET, "/stats/summary", (call, names, reply) -> reply.send(summary.answer()))
        .any("/metrics", (call, names, reply) -> reply.send(pages.metricsText()))
        .any("/metrics/resource", (call, names, reply) -> reply.send(metrics.resource()))
        .any("/metrics/cadvisor", (call, names, reply) -> reply.send(metrics.cadvisor()))
        .any("/metrics/probes", (call, names, reply) -> reply.send(metrics.probes()));
  }

  private void debugging(ServedNode node) {
    RunningPodsPage running = new RunningPodsPage(node);
    routes
        .on(GET, "/runningpods", (call, names, reply) -> reply.send(running.answer()))
        .any(
            "/configz",
            (call, names, reply) -> reply.send(HttpAnswer.json(node.configuration().get())))
        .on(
            GET,
            "/debug/jubelet/pods/{uid}/timeline",
            (call, names, reply) ->
                reply.send(node.pages().timeline(names.getOrDefault("uid", ""))));
    disabled("/debug/pprof", "profiling endpoint is disabled.\n");
    disabled("/debug/flags/v", "flags endpoint is disabled.\n");
  }

  private void logs(ServedNode node, PodLookup lookup) {
    routes.on(
        GET,
        "/containerLogs/{namespace}/{pod}/{container}",
        new ContainerLogs(node, lookup, logChanges)::answer);
    if (node.switches().systemLogs()) {
      routes.beneath(
          GET,
          "/logs",
          new NodeLogs(node.places().nodeLogs(), node.switches().logQueries())::answer);
    } else {
      disabled("/logs", "logs endpoint is disabled.\n");
    }
  }

  private void commands(ServedNode node, PodLookup lookup) {
    ContainerCommands commands = new ContainerCommands(node, lookup);
    routes
        .on(POST, "/run/{namespace}/{pod}/{container}", commands::run)
        .on(POST, "/run/{namespace}/{pod}/{uid}/{container}", commands::run);
    if (node.switches().checkpoints()) {
      routes.on(POST, "/checkpoint/{namespace}/{pod}/{container}", commands::checkpoint);
    }
  }

  private void streams(StreamEndpoints endpoints) {
    routes
        .on(GET_POST, "/exec/{namespace}/{pod}/{container}", endpoints::exec)
        .on(GET_POST, "/exec/{namespace}/{pod}/{uid}/{container}", endpoints::exec)
        .on(GET_POST, "/attach/{namespace}/{pod}/{container}", endpoints::attach)
        .on(GET_POST, "/attach/{namespace}/{pod}/{uid}/{container}", endpoints::attach)
        .on(GET_POST, "/portForward/{namespace}/{pod}", endpoints::portForward)
        .on(GET_POST, "/portForward/{namespace}/{pod}/{uid}", endpoints::portForward);
  }

  @Override
  public void close() {
    logChanges.close();
    streams.close();
  }

  EndpointRoutes routes() {
    return routes;
  }

  private void health(ServedNode node) {
    Map<String, Supplier<Optional<String>>> checks = new LinkedHashMap<>();
    // Our log has no buffer that could block.
    checks.put("log", Optional::empty);
    checks.putAll(node.pages().checks());
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

package dev.jubelet.nodeserver;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * What the node counts, under the names that dashboards made for the kubelet already know. Every
 * method may be called from any thread and never blocks.
 */
public final class NodeMetrics {
  private static final double[] SHORT_WORK = {
    .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10,
  };
  private static final double[] POD_START = {
    .5, 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 45, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800,
    2700, 3600,
  };

  private static final String[] HTTP_LABELS = {"method", "path", "server_type", "long_running"};

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Gauge runningPods = gauge("kubelet_running_pods", "Pods whose sandbox is running.");
  private final Gauge runningContainers =
      gauge("kubelet_running_containers", "Containers by their state.", "container_state");
  private final Counter startedPods =
      counter("kubelet_started_pods_total", "Sandboxes that were asked for.");
  private final Counter startedPodsErrors =
      counter("kubelet_started_pods_errors_total", "Sandboxes that could not be made.");
  private final Counter startedUserNamespacedPods =
      counter(
          "kubelet_started_user_namespaced_pods_total",
          "Sandboxes with a user namespace of their own that were asked for.");
  private final Counter startedUserNamespacedPodsErrors =
      counter(
          "kubelet_started_user_namespaced_pods_errors_total",
          "Sandboxes with a user namespace of their own that could not be made.");
  private final Counter runtimeOperations =
      counter(
          "kubelet_runtime_operations_total", "Calls of the container runtime.", "operation_type");
  private final Counter runtimeErrors =
      counter(
          "kubelet_runtime_operations_errors_total",
          "Calls of the container runtime that failed.",
          "operation_type");
  private final Histogram runtimeDuration =
      histogram(
          "kubelet_runtime_operations_duration_seconds",
          "How long calls of the container runtime took.",
          exponential(.005, 2.5, 14),
          "operation_type");
  private final Histogram podStart =
      histogram(
          "kubelet_pod_start_duration_seconds",
          "From the first sight of a pod until all of it runs.",
          POD_START);
  private final Histogram podWorker =
      histogram(
          "kubelet_pod_worker_duration_seconds",
          "One round of work on one pod.",
          SHORT_WORK,
          "operation_type");
  private final Histogram relist =
      histogram(
          "kubelet_pleg_relist_duration_seconds",
          "One full look at all pods of the container runtime.",
          SHORT_WORK);

  private final Counter httpRequests =
      counter("kubelet_http_requests_total", "Requests to the node's port.", HTTP_LABELS);
  private final Gauge httpInflight =
      gauge("kubelet_http_inflight_requests", "Requests that are being answered.", HTTP_LABELS);
  private final Histogram httpDuration =
      histogram(
          "kubelet_http_requests_duration_seconds",
          "How long answers of the node's port took.",
          SHORT_WORK,
          HTTP_LABELS);

  public NodeMetrics(String nodeName) {
    gauge("kubelet_node_name", "The node's name; the value is always 1.", "node")
        .labelValues(nodeName)
        .set(1);
    ProcessMetrics.register(registry);
  }

  /**
   * @param operation the kubelet's word for a CRI call, such as {@code run_podsandbox}
   */
  public void observeRuntimeOperation(String operation, Duration took, boolean ok) {
    runtimeOperations.labelValues(operation).inc();
    runtimeDuration.labelValues(operation).observe(seconds(took));
    if (!ok) {
      runtimeErrors.labelValues(operation).inc();
    }
  }

  /** All containers of a pod run for the first time. */
  public void podStarted(Duration sinceFirstSeen) {
    podStart.observe(seconds(sinceFirstSeen));
  }

  /**
   * @param ownUsers whether it was to have a user namespace of its own
   */
  public void sandboxRequested(boolean ok, boolean ownUsers) {
    counted(startedPods, startedPodsErrors, ok);
    if (ownUsers) {
      counted(startedUserNamespacedPods, startedUserNamespacedPodsErrors, ok);
    }
  }

  private static void counted(Counter asked, Counter failed, boolean ok) {
    asked.inc();
    if (!ok) {
      failed.inc();
    }
  }

  /**
   * @param operation {@code create}, {@code update}, {@code sync} or {@code terminate}
   */
  public void podWorked(String operation, Duration took) {
    podWorker.labelValues(operation).observe(seconds(took));
  }

  public void relisted(Duration took) {
    relist.observe(seconds(took));
  }

  /**
   * @param containersByState keys {@code created}, {@code running}, {@code exited}, {@code unknown}
   */
  public void observed(int podsRunning, Map<String, Integer> containersByState) {
    runningPods.set(podsRunning);
    containersByState.forEach((state, count) -> runningContainers.labelValues(state).set(count));
  }

  /** Asks for the numbers of desired pods whenever somebody reads the metrics. */
  public void desired(IntSupplier staticPods, IntSupplier apiPods) {
    GaugeWithCallback.builder()
        .name("kubelet_desired_pods")
        .help("Pods that the sources want on this node.")
        .labelNames("static")
        .callback(read -> {
          read.call(staticPods.getAsInt(), "true");
          // Kubernetes: the label of all others is empty.
          read.call(apiPods.getAsInt(), "");
        })
        .register(registry);
  }

  /**
   * A request to the node's port begins.
   *
   * @param path the first part of it, as the kubelet sorts requests, or {@code other}
   * @return to be called when it has been answered
   */
  public Runnable requested(String method, String path, boolean longRunning) {
    String[] labels = {method, path, "readwrite", Boolean.toString(longRunning)};
    long since = System.nanoTime();
    httpRequests.labelValues(labels).inc();
    httpInflight.labelValues(labels).inc();
    return () -> {
      httpInflight.labelValues(labels).dec();
      httpDuration.labelValues(labels).observe((System.nanoTime() - since) / 1e9);
    };
  }

  /** Writes the Prometheus text format, version 0.0.4. */
  public void writeTo(OutputStream out) throws IOException {
    PrometheusTextFormatWriter.builder()
        .setIncludeCreatedTimestamps(false)
        .build()
        .write(out, registry.scrape());
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private static double[] exponential(double start, double factor, int count) {
    double[] bounds = new double[count];
    double bound = start;
    for (int i = 0; i < count; i++) {
      bounds[i] = bound;
      bound *= factor;
    }
    return bounds;
  }

  private Gauge gauge(String name, String help, String... labels) {
    return Gauge.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name(name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  // Classic buckets only: a native histogram would double the memory and no text scrape shows it.
  private Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }
}

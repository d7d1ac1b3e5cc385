package dev.jubelet.bench.cluster;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.bench.node.BenchNode;
import dev.jubelet.bench.node.Kubelet;
import dev.jubelet.bench.node.PodUnderTest;
import dev.jubelet.bench.node.ProcessUsage;
import dev.jubelet.bench.report.Series;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One kubelet's turn: start, bursts, single pods, a burst, and everything gone again. */
final class ClusterRound {
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final int WARM_UP = 3;

  /** A kubelet runs for weeks: its first minute is told, but not what it is measured by. */
  private static final int WARM_BURSTS = 3;

  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration BETWEEN = Duration.ofMillis(300);

  /** What a kubelet puts off until its pods run is work for them all the same. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(3);

  private static final Duration REST = Duration.ofSeconds(2);

  private final BenchNode node;
  private final ClusterSetup setup;
  private final ApiClient client;
  private final RunningWatch watch;
  private final Consumer<AutoCloseable> undo;

  /**
   * As in {@link ClusterResults.Kind}.
   *
   * @param first burst after the start
   * @param burst when it had had some
   */
  record Result(double ready, List<Double> one, BurstOfPods first, BurstOfPods burst) {}

  /**
   * @param seconds of each of its pods
   */
  record BurstOfPods(Series seconds, double cpu, double runtimeCpu, double resident) {}

  ClusterRound(
      BenchNode node,
      ClusterSetup setup,
      ApiClient client,
      RunningWatch watch,
      Consumer<AutoCloseable> undo) {
    this.node = node;
    this.setup = setup;
    this.client = client;
    this.watch = watch;
    this.undo = undo;
  }

  /**
   * @param program the first words of the kubelet's command line
   */
  Result run(int round, List<String> program, int singles, int burst) throws IOException {
    List<String> words = new ArrayList<>(program);
    words.addAll(setup.arguments());
    long begun = System.nanoTime();
    Kubelet kubelet = Kubelet.launch(node.setup(setup.name()), words);
    undo.accept(kubelet);
    awaitReady(kubelet);
    double ready = (System.nanoTime() - begun) / 1e9;
    Await.pause(REST);
    String tag = setup.name() + "-" + round;
    BurstOfPods first = burst(kubelet, tag + "-first", burst);
    for (int i = 1; i < WARM_BURSTS; i++) {
      burst(kubelet, tag + "-warm-" + i, burst);
    }
    List<Double> one = singles(tag, singles);
    Result result = new Result(ready, one, first, burst(kubelet, tag + "-burst", burst));
    awaitGone(sandbox -> false);
    kubelet.stop();
    client.delete("/api/v1/nodes/" + setup.name());
    return result;
  }

  private List<Double> singles(String tag, int singles) {
    List<Double> one = new ArrayList<>();
    for (int i = -WARM_UP; i < singles; i++) {
      String name = tag + "-one-" + (i + WARM_UP);
      create(name);
      double seconds = watch.seconds(name, System.nanoTime(), LONGEST);
      if (i >= 0) {
        one.add(seconds * 1000);
      }
      Await.pause(BETWEEN);
    }
    removeAll();
    return one;
  }

  private BurstOfPods burst(Kubelet kubelet, String tag, int pods) {
    List<String> names = PodUnderTest.names(tag + "-", pods);
    double cpu = kubelet.usage().cpuSeconds();
    double runtimeCpu = node.containerdUsage().cpuSeconds();
    long posted = System.nanoTime();
    names.forEach(this::create);
    Series seconds = watch.seconds(names, posted, LONGEST);
    Await.pause(AFTERWARDS);
    ProcessUsage after = kubelet.usage();
    BurstOfPods result =
        new BurstOfPods(
            seconds,
            after.cpuSeconds() - cpu,
            node.containerdUsage().cpuSeconds() - runtimeCpu,
            after.residentMib());
    removeAll();
    return result;
  }

  private void awaitReady(Kubelet kubelet) {
    Await.until(
        "node " + setup.name() + " is ready",
        LONGEST,
        Duration.ofMillis(20),
        () -> {
          kubelet.requireAlive();
          return client.get("/api/v1/nodes").at("items").items().stream()
              .filter(each -> each.at("metadata", "name").text().equals(setup.name()))
              .flatMap(each -> each.at("status", "conditions").items().stream())
              .anyMatch(condition ->
                  condition.at("type").text().equals("Ready")
                      && condition.at("status").text().equals("True"));
        });
  }

  private void create(String name) {
    client.create(
        PODS,
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%s"},
         "spec": {"nodeName": "%s", "terminationGracePeriodSeconds": 1,
          "containers": [{"name": "main", "image": "%s", "imagePullPolicy": "IfNotPresent",
           "command": ["/bin/busybox", "sleep", "3600"]}]}}
        """
            .formatted(name, setup.name(), LocalImages.BUSYBOX));
  }

  private void removeAll() {
    client.delete(PODS);
    awaitGone(sandbox -> !sandbox.ready());
    Await.pause(REST);
  }

  /**
   * @param ignored sandboxes that may stay: the Go kubelet clears ended ones once a minute
   */
  private void awaitGone(Predicate<ObservedSandbox> ignored) {
    Await.until(
        "all pods are gone",
        LONGEST,
        Duration.ofMillis(100),
        () ->
            client.get(PODS).at("items").items().isEmpty()
                && node.runtime().sandboxes().list(null).stream().allMatch(ignored));
  }
}

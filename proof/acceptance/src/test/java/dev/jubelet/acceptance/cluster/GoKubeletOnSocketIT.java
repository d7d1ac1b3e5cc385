package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.NodeSurvey;
import dev.jubelet.acceptance.Parts;
import dev.jubelet.acceptance.RealParts;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.LocalImages;
import dev.jubelet.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The Go kubelet with our runtime behind its socket, where it would have containerd. */
final class GoKubeletOnSocketIT {
  private static final Duration SOON = Duration.ofSeconds(40);

  /** It looks for what may go once a minute. */
  private static final Duration CLEARED = Duration.ofMinutes(2);

  private static final Duration QUIET = Duration.ofSeconds(5);

  @Test
  void runsPodsAsOnAnyRuntimeAlsoWhileOursDiesAndComesBack() {
    RealParts.requireRoot();
    Path crictl = RealParts.crictl();
    KubernetesPrograms programs =
        new KubernetesPrograms(RealParts.required("Kubernetes 1.36", Parts.kubernetes()));
    try (RealCluster cluster = RealCluster.start(programs, crictl);
        SocketNode node = SocketNode.add(cluster, programs)) {
      Kubectl kubectl = cluster.kubectl();
      node.startKubelet();
      NodeSurvey survey = node.survey(crictl);
      warmUp(kubectl, survey);
      Ledger before = survey.take();
      try {
        kubectl.run("create", "configmap", "pages", "--from-literal=page=welcome");
        kubectl.apply(SocketPods.full());
        kubectl.apply(SocketPods.sick());
        kubectl.apply(SocketPods.limited());
        kubectl.apply(SocketPods.job("done", "echo worked; echo fine > /dev/termination-log"));
        kubectl.apply(SocketPods.job("bad", "echo sorry > /dev/termination-log; exit 7"));
        kubectl.run("wait", "--for=condition=Ready", "pod/full", "pod/limited", "--timeout=150s");
        looks(node, kubectl);
        streams(cluster, kubectl);
        ends(kubectl);
        resizes(node, kubectl, crictl);
        measures(node, kubectl);

        Map<String, String> containers = containers(kubectl);
        node.killRuntime();
        Await.pause(Duration.ofSeconds(1));
        node.startRuntime();
        worksAgain(node, kubectl, containers, "after");

        node.endKubelet();
        node.startKubelet("featureGates: {EventedPLEG: true, PodAndContainerStatsFromCRI: true}");
        worksAgain(node, kubectl, containers, "evented");
        measures(node, kubectl);
        monitors(node, kubectl);

        kubectl.run("delete", "job,configmap", "--all", "--timeout=150s");
        kubectl.run("delete", "pod", "--all", "--timeout=150s");
        assertThat(page(node).exit()).as("nobody has the port: refused at once").isEqualTo(7);
        awaitEqual(before, survey);
      } catch (AssertionError | RuntimeException failed) {
        System.out.println(kubectl.attempt("describe", "pods").out());
        System.out.println(node.lastWords());
        throw failed;
      }
    }
  }

  /** The first pod of a node makes what the node keeps: the bridge, and directories. */
  private static void warmUp(Kubectl kubectl, NodeSurvey survey) {
    kubectl.apply(Manifests.sleeper("warm", "true"));
    kubectl.run("wait", "--for=condition=Ready", "pod/warm", "--timeout=150s");
    kubectl.run("delete", "pod", "warm", "--timeout=150s");
    // The Go kubelet clears away what is left of a pod some time after it is gone.
    Await.until(
        "nothing is left of the first pod",
        CLEARED,
        () -> remains(survey).isEmpty(),
        () -> String.join("\n", remains(survey)));
  }

  private static List<String> remains(NodeSurvey survey) {
    return Ledger.diff(Ledger.of(Map.of()), survey.take()).stream()
        .filter(line -> line.startsWith("sandbox ") || line.contains("/kubelet/pods/"))
        .toList();
  }

  private static void looks(SocketNode node, Kubectl kubectl) {
    Document pod = kubectl.get("pod", "full");
    assertThat(pod.at("status", "podIP").text()).startsWith("10.90.1.");
    for (Document each : pod.at("status", "containerStatuses").items()) {
      assertThat(each.at("restartCount").number()).isZero();
      assertThat(each.at("state", "running", "startedAt").text()).isNotEmpty();
    }
    assertThat(kubectl.run("logs", "full", "-c", "first")).isEqualTo("prepared\n");
    // Not of an exec: runc 1.1 by itself raises the soft one there, now and then.
    assertThat(kubectl.run("exec", "full", "-c", "talk", "--", "cat", "/proc/1/limits"))
        .containsPattern(
            "Max open files +" + SocketNode.FILES_SOFT + " +" + SocketNode.FILES_HARD + " ");
    assertThat(page(node).out()).isEqualTo("welcome");
    List<String> images =
        kubectl.get("node", node.name()).at("status", "images").items().stream()
            .flatMap(image -> image.at("names").items().stream())
            .map(Document::text)
            .toList();
    assertThat(images).contains(LocalImages.BUSYBOX);
    Await.until(
        "events tell of the start",
        SOON,
        () ->
            List.of("Pulled", "Created", "Started").stream()
                .allMatch(kubectl.run("events", "--for", "pod/full")::contains));
  }

  private static Tool.Result page(SocketNode node) {
    return node.namespace()
        .in("curl", "-sS", "-m", "5", "http://10.99.0.1:" + SocketPods.HOST_PORT + "/index.html")
        .attempt();
  }

  private static void streams(RealCluster cluster, Kubectl kubectl) {
    for (Kubectl way : List.of(kubectl, kubectl.withSpdy())) {
      assertThat(way.run("exec", "full", "-c", "talk", "--", "cat", "/config/page"))
          .isEqualTo("welcome");
      assertThat(way.feed("typed", "exec", "-i", "full", "-c", "talk", "--", "cat"))
          .isEqualTo("typed");
      assertThat(way.attempt("exec", "full", "-c", "talk", "--", "sh", "-c", "exit 5").exit())
          .isEqualTo(5);
    }
    try (KubectlRun run = kubectl.start("attach", "-i", "full", "-c", "talk")) {
      // Nothing tells when the stream stands, so it is said until it is repeated.
      Await.until(
          "it is repeated",
          SOON,
          () -> {
            run.type("hello\n");
            Await.pause(Duration.ofMillis(300));
            return run.out().contains("you said hello");
          },
          () -> run.out() + run.err());
    }
    assertThat(kubectl.run("logs", "full", "-c", "talk")).startsWith("begun\nyou said hello\n");
    try (KubectlRun run = kubectl.start("port-forward", "pod/full", "18080:8080")) {
      run.awaitOut("Forwarding from 127.0.0.1:18080", SOON);
      Tool.Result answer =
          cluster
              .namespace()
              .in("curl", "-sS", "-m", "10", "http://127.0.0.1:18080/index.html")
              .attempt();
      assertThat(answer.out()).as(answer.err() + run.err()).isEqualTo("welcome");
    }
  }

  /** By themselves, and because a probe says so. */
  private static void ends(Kubectl kubectl) {
    kubectl.run("wait", "--for=condition=Complete", "job/done", "--timeout=40s");
    kubectl.run("wait", "--for=condition=Failed", "job/bad", "--timeout=40s");
    assertThat(kubectl.run("logs", "job/done")).isEqualTo("worked\n");
    Document done = end(kubectl, "done");
    assertThat(done.at("exitCode").number()).isZero();
    assertThat(done.at("reason").text()).isEqualTo("Completed");
    assertThat(done.at("message").text()).isEqualTo("fine\n");
    Document bad = end(kubectl, "bad");
    assertThat(bad.at("exitCode").number()).isEqualTo(7);
    assertThat(bad.at("reason").text()).isEqualTo("Error");
    assertThat(bad.at("message").text()).isEqualTo("sorry\n");
    Predicate<Document> secondLife =
        status ->
            status.at("restartCount").number() == 1 && status.at("state", "running").present();
    Await.until(
        "it was restarted",
        SOON,
        () -> secondLife.test(first(kubectl.get("pod", "sick"))),
        () -> kubectl.run("describe", "pod", "sick"));
    Document last = first(kubectl.get("pod", "sick")).at("lastState", "terminated");
    assertThat(last.at("exitCode").number()).isEqualTo(3);
  }

  private static Document first(Document pod) {
    return pod.at("status", "containerStatuses").items().getFirst();
  }

  private static Document end(Kubectl kubectl, String job) {
    Document pods = kubectl.get("pods", "-l", "work=" + job);
    return first(pods.at("items").items().getFirst()).at("state", "terminated");
  }

  private static void resizes(SocketNode node, Kubectl kubectl, Path crictl) {
    String id = id(kubectl, "limited");
    kubectl.run(
        "patch",
        "pod",
        "limited",
        "--subresource=resize",
        "--patch",
        """
        {"spec": {"containers": [{"name": "main", "resources": {
          "requests": {"cpu": "200m", "memory": "48Mi"},
          "limits": {"cpu": "200m", "memory": "48Mi"}}}]}}
        """);
    Await.until(
        "it has more",
        SOON,
        () -> {
          Document limits = first(kubectl.get("pod", "limited")).at("resources", "limits");
          return limits.at("cpu").text().equals("200m")
              && limits.at("memory").text().equals("48Mi");
        },
        () -> kubectl.run("get", "pod", "limited", "-o", "yaml"));
    assertThat(id(kubectl, "limited")).as("without a restart").isEqualTo(id);
    Document linux = node.crictl(crictl).inspectContainer(id).at("status", "resources", "linux");
    assertThat(linux.at("cpuQuota").number()).isEqualTo(20_000);
    assertThat(linux.at("memoryLimitInBytes").number()).isEqualTo(48L << 20);
  }

  private static String id(Kubectl kubectl, String pod) {
    String id = first(kubectl.get("pod", pod)).at("containerID").text();
    return id.substring(id.indexOf("://") + 3);
  }

  private static void measures(SocketNode node, Kubectl kubectl) {
    String path = "/api/v1/nodes/" + node.name() + "/proxy/stats/summary";
    Await.until(
        "the pod is measured",
        SOON,
        () -> {
          for (Document pod : kubectl.raw(path).at("pods").items()) {
            if (pod.at("podRef", "name").text().equals("limited")) {
              Document main =
                  pod.at("containers").items().stream().findFirst().orElse(new Document(null));
              return pod.at("cpu", "usageCoreNanoSeconds").number() > 0
                  && pod.at("memory", "workingSetBytes").number() > 0
                  && main.at("cpu", "usageCoreNanoSeconds").number() > 0
                  && main.at("memory", "workingSetBytes").number() > 0
                  && main.at("rootfs", "usedBytes").present();
            }
          }
          return false;
        },
        () -> kubectl.run("get", "--raw", path));
  }

  /** cAdvisor's names, out of the runtime. */
  private static void monitors(SocketNode node, Kubectl kubectl) {
    String all =
        kubectl.run("get", "--raw", "/api/v1/nodes/" + node.name() + "/proxy/metrics/cadvisor");
    for (String name :
        List.of(
            "container_cpu_usage_seconds_total",
            "container_cpu_cfs_throttled_periods_total",
            "container_memory_working_set_bytes",
            "container_memory_rss",
            "container_processes",
            "container_threads",
            "container_fs_usage_bytes",
            "container_network_receive_bytes_total",
            "container_spec_memory_limit_bytes",
            "container_start_time_seconds")) {
      assertThat(all.lines())
          .as(name)
          .anyMatch(line -> line.startsWith(name + "{") && line.contains("pod=\"limited\""));
    }
  }

  private static void worksAgain(
      SocketNode node, Kubectl kubectl, Map<String, String> containers, String name) {
    kubectl.apply(SocketPods.job(name, "echo new; exit 0"));
    kubectl.run("wait", "--for=condition=Complete", "job/" + name, "--timeout=150s");
    assertThat(kubectl.run("logs", "job/" + name)).isEqualTo("new\n");
    assertThat(kubectl.run("exec", "full", "-c", "talk", "--", "echo", "here")).isEqualTo("here\n");
    // Time to do something wrong.
    Await.pause(QUIET);
    node.awaitReady();
    Map<String, String> now = containers(kubectl);
    now.keySet().removeIf(key -> !containers.containsKey(key));
    assertThat(now).as(name).isEqualTo(containers);
  }

  /** Every container of every pod with its id, its restarts and its readiness. */
  private static Map<String, String> containers(Kubectl kubectl) {
    Map<String, String> found = new TreeMap<>();
    for (Document pod : kubectl.get("pods").at("items").items()) {
      for (String list : List.of("initContainerStatuses", "containerStatuses")) {
        for (Document status : pod.at("status", list).items()) {
          found.put(
              pod.at("metadata", "name").text() + "/" + status.at("name").text(),
              "%s restarts %s ready %s"
                  .formatted(
                      status.at("containerID").text(),
                      status.at("restartCount").text(),
                      status.at("ready").text()));
        }
      }
    }
    return found;
  }

  private static void awaitEqual(Ledger before, NodeSurvey survey) {
    Await.until(
        "everything is as before",
        CLEARED,
        () -> Ledger.diff(before, survey.take()).isEmpty(),
        () -> String.join("\n", Ledger.diff(before, survey.take())));
  }
}

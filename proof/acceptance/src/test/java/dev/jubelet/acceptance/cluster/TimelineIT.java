package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.Ledger;
import dev.jubelet.acceptance.TestRuntime;
import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.app.host.LocalImages;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the time of a start went, as anybody can read it through the API server. */
@Tag("alone")
final class TimelineIT {
  private static final Duration SETTLE = Duration.ofSeconds(90);
  private static final BigDecimal NEAR = BigDecimal.valueOf(5);
  private static final int PODS = 5;
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd HH:mm:ss.SSSSSS");

  @Test
  void theTimelineOfAPodAddsUpToItsStart() {
    try (RealCluster cluster = ClusterParts.sharedCluster()) {
      ClusterNode node = cluster.addNode(TestRuntime.CONTAINERD_2.choice());
      node.start(KubeletKind.JUBELET, "logging: {verbosity: 4}");
      Ledger before = node.parts().survey().take();
      Kubectl kubectl = cluster.kubectl();
      List<BigDecimal> differences = new ArrayList<>();
      List<String> uids = new ArrayList<>();
      for (int i = 0; i < PODS; i++) {
        String name = "pod-" + i;
        kubectl.apply(pod(name));
        kubectl.run("wait", "--for=condition=Ready", "pod/" + name, "--timeout=150s");
        String uid = kubectl.get("pod", name).at("metadata", "uid").text();
        uids.add(uid);
        Document timeline = kubectl.raw(path(node, uid));
        hasItsSteps(timeline, name);
        BigDecimal total = addsUp(timeline);
        differences.add(total.subtract(measured(node, uid)).abs());
      }
      // A busy machine may take its time now and then between what happens and the line about it.
      differences.sort(null);
      assertThat(differences.get(PODS / 2)).as("of %s ms", differences).isLessThanOrEqualTo(NEAR);
      kubectl.run("delete", "pod", "--all", "--timeout=150s");
      node.parts().waitForEqual(before, SETTLE);
      assertThat(kubectl.raw(path(node, uids.getFirst())).at("state").text())
          .as("it is remembered when the pod is gone")
          .isEqualTo("ready");
      strangersDoNotReadIt(cluster, node, uids.getFirst());
      node.kubelet().terminate();
    }
  }

  private static String path(ClusterNode node, String uid) {
    return "/api/v1/nodes/%s/proxy/debug/jubelet/pods/%s/timeline".formatted(node.name(), uid);
  }

  private static void hasItsSteps(Document timeline, String name) {
    assertThat(timeline.at("name").text()).isEqualTo(name);
    assertThat(timeline.at("namespace").text()).isEqualTo("default");
    assertThat(timeline.at("state").text()).isEqualTo("ready");
    List<String> steps =
        timeline.at("steps").items().stream()
            .map(step -> (step.at("name").text() + " " + step.at("container").text()).strip())
            .toList();
    assertThat(steps)
        .containsSubsequence(
            "prepare directories",
            "mount volume data",
            "run sandbox",
            "create init",
            "start init",
            "run init",
            "create main",
            "start main",
            "postStart main",
            "readiness probe main")
        .contains("prepare cgroup", "ready image init", "ready image main");
    timeline
        .at("steps")
        .items()
        .forEach(step -> {
          assertThat(step.at("why").text()).as(step.at("name").text()).isNotEmpty();
          assertThat(step.at("outcome").text()).as(step.at("name").text()).isNotEmpty();
        });
    for (String phase : List.of("volumes", "network", "create", "start", "hooks", "probes")) {
      assertThat(new BigDecimal(timeline.at("phases", phase).text())).as(phase).isPositive();
    }
    // The init container and the hook sleep for as long.
    assertThat(new BigDecimal(timeline.at("phases", "start").text()))
        .isGreaterThan(BigDecimal.valueOf(300));
    assertThat(new BigDecimal(timeline.at("phases", "hooks").text()))
        .isGreaterThan(BigDecimal.valueOf(200));
  }

  private static BigDecimal addsUp(Document timeline) {
    BigDecimal total = new BigDecimal(timeline.at("totalMillis").text());
    BigDecimal sum =
        timeline.at("phases").names().stream()
            .map(phase -> new BigDecimal(timeline.at("phases", phase).text()))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(sum).isEqualByComparingTo(total);
    Duration shown =
        Duration.between(
            Instant.parse(timeline.at("seen").text()), Instant.parse(timeline.at("ready").text()));
    assertThat(BigDecimal.valueOf(shown.toNanos() / 1000, 3)).isEqualByComparingTo(total);
    return total;
  }

  /** In the log of the node: from the delivery that brought the pod until it was ready. */
  private static BigDecimal measured(ClusterNode node, String uid) {
    String log = node.kubelet().lastLines(4000);
    Matcher added = line(log, "Added", uid);
    Matcher ready = line(log, "Ready", uid);
    assertThat(added.find() && ready.find()).as(uid + " in\n" + log).isTrue();
    Matcher delivered = line(log.substring(0, added.start()), "Delivered", "the api source");
    LocalDateTime begin = LocalDateTime.MIN;
    while (delivered.find()) {
      begin = time(delivered);
    }
    return BigDecimal.valueOf(Duration.between(begin, time(ready)).toNanos() / 1000, 3);
  }

  private static Matcher line(String log, String reason, String of) {
    return Pattern.compile(
            "(?m)^I(\\d{4} [\\d:.]+) reason=\"%s\" .*%s".formatted(reason, Pattern.quote(of)))
        .matcher(log);
  }

  /** The log does not tell the year. */
  private static LocalDateTime time(Matcher line) {
    return LocalDateTime.parse("2024" + line.group(1), LOG_TIME);
  }

  private static void strangersDoNotReadIt(RealCluster cluster, ClusterNode node, String uid) {
    Tool.Result result =
        cluster
            .kubectl()
            .attempt("get", "--raw", path(node, uid), "--as=system:serviceaccount:default:default");
    assertThat(result.ok()).isFalse();
    assertThat(result.err()).containsIgnoringCase("forbidden");
  }

  private static String pod(String name) {
    return """
    apiVersion: v1
    kind: Pod
    metadata:
      name: %2$s
    spec:
      terminationGracePeriodSeconds: 2
      initContainers:
      - name: init
        image: %1$s
        imagePullPolicy: IfNotPresent
        command: [/bin/sh, -c, "sleep 0.3; echo up > /data/index.html"]
        volumeMounts: [{name: data, mountPath: /data}]
      containers:
      - name: main
        image: %1$s
        imagePullPolicy: IfNotPresent
        command: [/bin/httpd, -f, -p, "8080", -h, /data]
        lifecycle:
          postStart:
            exec: {command: [/bin/sh, -c, "sleep 0.2"]}
        readinessProbe:
          httpGet: {port: 8080, path: /index.html}
          periodSeconds: 1
        volumeMounts: [{name: data, mountPath: /data}]
      volumes:
      - name: data
        emptyDir: {}
    ---
    """
        .formatted(LocalImages.BUSYBOX, name);
  }
}

package dev.jubelet.acceptance.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.RealNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Three pods that do nobody any harm: one probed by HTTP, one by TCP and one by a command. */
final class Innocents {
  private static final Duration START = Duration.ofMinutes(1);
  private static final Duration EXEC = Duration.ofSeconds(2);

  private static final Map<String, String> PROBES =
      new TreeMap<>(
          Map.of(
              "innocent-http", "httpGet: {path: /index.html, port: 8080}",
              "innocent-tcp", "tcpSocket: {port: 8080}",
              "innocent-exec", "exec: {command: [cat, /index.html]}"));

  private final RealNode node;
  private final long agent;
  private final Map<String, String> readySince = new TreeMap<>();
  private Duration slowestExec = Duration.ZERO;

  private Innocents(RealNode node) {
    this.node = node;
    this.agent = node.kubelet().pid();
  }

  static Innocents start(RealNode node) {
    Innocents innocents = new Innocents(node);
    PROBES.forEach((name, probe) -> node.drop(name, manifest(name, probe)));
    node.waitFor(
        "the innocent pods are ready",
        START,
        () -> PROBES.keySet().stream().allMatch(name -> !innocents.ready(name).isEmpty()));
    PROBES.keySet().forEach(name -> innocents.readySince.put(name, innocents.ready(name)));
    return innocents;
  }

  /** Since when it is ready; "" when it is not. */
  private String ready(String name) {
    return node.pod(name).stream()
        .flatMap(pod -> pod.at("status", "conditions").items().stream())
        .filter(each -> each.at("type").text().equals("Ready"))
        .filter(each -> each.at("status").text().equals("True"))
        .map(each -> each.at("lastTransitionTime").text())
        .findFirst()
        .orElse("");
  }

  /** The agent is the same process, no probe has failed since, and a command is run at once. */
  void noticedNothing() {
    assertThat(node.kubelet().alive()).as("the agent lives").isTrue();
    assertThat(node.kubelet().pid()).isEqualTo(agent);
    readySince.forEach((name, since) -> {
      assertThat(ready(name)).as(name + " has been ready all the time").isEqualTo(since);
      List<Document> statuses =
          node.pod(name).orElseThrow().at("status", "containerStatuses").items();
      assertThat(statuses.getFirst().at("restartCount").text()).as(name).isEqualTo("0");
    });
    exec();
  }

  private void exec() {
    String id =
        node.crictl().runningContainers().stream()
            .filter(each ->
                each.at("labels", "io.kubernetes.pod.name").text().startsWith("innocent-exec"))
            .findFirst()
            .orElseThrow()
            .at("id")
            .text();
    long begin = System.nanoTime();
    String answer = node.crictl().run("exec", "-s", id, "echo", "fine");
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(answer).contains("fine");
    slowestExec = took.compareTo(slowestExec) > 0 ? took : slowestExec;
    assertThat(took).as("time of an exec").isLessThan(EXEC);
  }

  /** What it cost the node. */
  String report() {
    Map<String, Long> memory = node.kubelet().memory();
    return "agent: resident %d MiB, at most %d MiB; slowest exec %d ms"
        .formatted(
            memory.getOrDefault("VmRSS", 0L) >> 10,
            memory.getOrDefault("VmHWM", 0L) >> 10,
            slowestExec.toMillis());
  }

  private static String manifest(String name, String probe) {
    String spec =
        """
        containers:
          - name: main
            image: localhost/busybox:1
            imagePullPolicy: IfNotPresent
            command: [sh, -c, 'echo fine > /index.html; exec httpd -f -p 8080 -h /']
            readinessProbe:
              %1$s
              periodSeconds: 1
              timeoutSeconds: 2
              failureThreshold: 1
            livenessProbe:
              %1$s
              periodSeconds: 1
              timeoutSeconds: 2
              failureThreshold: 1
        """
            .formatted(probe);
    return HostileNode.manifest(name, spec);
  }
}

package dev.jubelet.acceptance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pod of three containers looks to crictl as the Go kubelet's would. */
final class PodOnRuntimeIT {
  private static final Duration START = Duration.ofSeconds(20);

  private static final String TRIO =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: trio
        namespace: default
        labels: {app: trio}
        annotations: {team: blue}
      spec:
        terminationGracePeriodSeconds: 3
        containers:
        - name: web
          image: localhost/busybox:1
          imagePullPolicy: IfNotPresent
          command: [/bin/sh, -c, "trap 'exit 0' TERM; echo hello from $(NAME); sleep 3600 & wait"]
          env:
          - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
          ports: [{name: http, containerPort: 80, hostPort: 8081}]
          resources:
            requests: {cpu: 100m, memory: 32Mi}
            limits: {cpu: 200m, memory: 64Mi}
        - name: side
          image: localhost/busybox:1
          imagePullPolicy: IfNotPresent
          command: [/bin/sh, -c, "trap 'exit 0' TERM; echo x > /scratch/file; sleep 3600 & wait"]
          volumeMounts: [{name: scratch, mountPath: /scratch}]
        - name: last
          image: localhost/busybox:1
          imagePullPolicy: IfNotPresent
          command: [/bin/sh, -c, "trap 'exit 0' TERM; sleep 3600 & wait"]
          terminationMessagePolicy: FallbackToLogsOnError
        volumes: [{name: scratch, emptyDir: {medium: Memory}}]
      """;

  @ParameterizedTest
  @MethodSource("dev.jubelet.acceptance.TestRuntime#containerds")
  void threeContainersRunWithTheNamesAndNumbersOfTheGoKubelet(TestRuntime runtime)
      throws Exception {
    try (RealNode node = RealParts.node(runtime)) {
      node.startKubelet();
      Ledger before = node.survey().take();
      node.drop("trio", TRIO);
      node.waitFor("trio is Running", START, () -> node.phase("trio").equals("Running"));
      node.waitFor("three run", START, () -> node.crictl().runningContainers().size() == 3);

      String uid = node.pod("trio").orElseThrow().at("metadata", "uid").text();
      String name = node.pod("trio").orElseThrow().at("metadata", "name").text();
      assertThat(name).isEqualTo("trio-node-under-test");
      checkSandbox(node, name, uid);
      Map<String, Document> containers = new TreeMap<>();
      for (Document each : node.crictl().containers()) {
        containers.put(
            each.at("metadata", "name").text(),
            node.crictl().inspectContainer(each.at("id").text()));
      }
      assertThat(containers.keySet()).containsExactly("last", "side", "web");
      containers.forEach(
          (container, inspected) -> checkContainer(node, name, uid, container, inspected));
      checkResources(node, uid, requireNonNull(containers.get("web")));
      Path log = node.logs().resolve("default_" + name + "_" + uid + "/web/0.log");
      node.waitFor("its log", START, () -> read(log).contains("stdout F hello from " + name));

      node.remove("trio");
      node.waitForEqual(before, START);
    }
  }

  private static void checkSandbox(RealNode node, String name, String uid) {
    List<Document> sandboxes = node.crictl().sandboxes();
    assertThat(sandboxes).hasSize(1);
    Document sandbox = node.crictl().inspectSandbox(sandboxes.getFirst().at("id").text());
    Document status = sandbox.at("status");
    assertThat(status.at("metadata", "name").text()).isEqualTo(name);
    assertThat(status.at("metadata", "namespace").text()).isEqualTo("default");
    assertThat(status.at("metadata", "uid").text()).isEqualTo(uid);
    assertThat(status.at("metadata", "attempt").number()).isZero();
    assertThat(status.at("labels", "io.kubernetes.pod.name").text()).isEqualTo(name);
    assertThat(status.at("labels", "io.kubernetes.pod.namespace").text()).isEqualTo("default");
    assertThat(status.at("labels", "io.kubernetes.pod.uid").text()).isEqualTo(uid);
    assertThat(status.at("labels", "app").text()).isEqualTo("trio");
    assertThat(status.at("annotations", "team").text()).isEqualTo("blue");
    assertThat(status.at("annotations", "kubernetes.io/config.source").text()).isEqualTo("file");
    assertThat(status.at("annotations", "kubernetes.io/config.hash").text()).isEqualTo(uid);
    assertThat(status.at("network", "ip").text()).startsWith("10.90.");
    Document config = sandbox.at("info", "config");
    assertThat(config.at("log_directory").text())
        .isEqualTo(node.logs() + "/default_" + name + "_" + uid);
    assertThat(config.at("hostname").text()).isEqualTo(name);
    assertThat(config.at("linux", "cgroup_parent").text()).isEqualTo(podCgroup(node, uid));
    assertThat(config.at("port_mappings").items().getFirst().at("host_port").number())
        .isEqualTo(8081);
  }

  private static void checkContainer(
      RealNode node, String name, String uid, String container, Document inspected) {
    Document status = inspected.at("status");
    assertThat(status.at("labels", "io.kubernetes.container.name").text()).isEqualTo(container);
    assertThat(status.at("labels", "io.kubernetes.pod.name").text()).isEqualTo(name);
    assertThat(status.at("labels", "io.kubernetes.pod.namespace").text()).isEqualTo("default");
    assertThat(status.at("labels", "io.kubernetes.pod.uid").text()).isEqualTo(uid);
    Document annotations = status.at("annotations");
    assertThat(annotations.at("io.kubernetes.container.hash").text()).matches("[0-9a-f]{1,8}");
    assertThat(annotations.at("io.kubernetes.container.restartCount").text()).isEqualTo("0");
    assertThat(annotations.at("io.kubernetes.container.terminationMessagePath").text())
        .isEqualTo("/dev/termination-log");
    assertThat(annotations.at("io.kubernetes.container.terminationMessagePolicy").text())
        .isEqualTo(container.equals("last") ? "FallbackToLogsOnError" : "File");
    assertThat(annotations.at("io.kubernetes.pod.terminationGracePeriod").text()).isEqualTo("3");
    assertThat(annotations.at("io.kubernetes.container.ports").present())
        .isEqualTo(container.equals("web"));
    assertThat(status.at("metadata", "attempt").number()).isZero();
    assertThat(status.at("logPath").text())
        .isEqualTo(node.logs() + "/default_" + name + "_" + uid + "/" + container + "/0.log");
    assertThat(inspected.at("info", "runtimeSpec", "linux", "cgroupsPath").text())
        .startsWith(podCgroup(node, uid) + "/");
  }

  private static void checkResources(RealNode node, String uid, Document web) {
    Document resources = web.at("info", "runtimeSpec", "linux", "resources");
    assertThat(resources.at("cpu", "shares").number()).isEqualTo(102);
    assertThat(resources.at("cpu", "quota").number()).isEqualTo(20_000);
    assertThat(resources.at("cpu", "period").number()).isEqualTo(100_000);
    assertThat(resources.at("memory", "limit").number()).isEqualTo(64 << 20);
    // One container has no limits, so the pod's group carries the sum of requests alone.
    Path cpu = Path.of("/sys/fs/cgroup/cpu" + podCgroup(node, uid) + "/cpu.shares");
    if (Files.exists(cpu)) {
      assertThat(read(cpu).strip()).isEqualTo("102");
    }
  }

  private static String podCgroup(RealNode node, String uid) {
    return "/" + node.cgroupRoot() + "/kubepods/burstable/pod" + uid;
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.jubelet.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.settings.NodeConfig;
import dev.jubelet.app.settings.node.ClusterSettings;
import dev.jubelet.app.settings.node.EmbeddedSettings;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.scheduling.Taint;
import dev.jubelet.model.scheduling.TaintEffect;
import dev.jubelet.network.plugin.InstalledPlugins;
import dev.jubelet.nodeserver.NodeMetrics;
import dev.jubelet.nodeserver.NodePages;
import dev.jubelet.nodeserver.NodeSocket;
import dev.jubelet.nodeserver.PodReport;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.runtime.oci.input.Rlimit;
import dev.jubelet.runtime.settings.RuntimeSettingsBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;

class JubeletTest {
  private static final String TIMELINE =
      "{\"uid\":\"u\",\"namespace\":\"default\",\"name\":\"web\",\"state\":\"ready\","
          + "\"seen\":\"2026-01-01T00:00:00.000000Z\",\"ready\":\"2026-01-01T00:00:00.012500Z\","
          + "\"totalMillis\":12.500,\"phases\":{\"queue\":2.500,\"network\":10.000},"
          + "\"steps\":[{\"name\":\"run sandbox\",\"phase\":\"network\","
          + "\"why\":\"it has no sandbox yet\",\"begin\":\"2026-01-01T00:00:00.002500Z\","
          + "\"end\":\"2026-01-01T00:00:00.012500Z\",\"millis\":10.000,\"outcome\":\"done\"}]}";

  private static final String MANIFEST =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web-worker, namespace: default, uid: u1}
      spec:
        nodeName: worker
        containers:
        - {name: a, image: nginx}
        - {name: b, image: nginx}
      """;

  @TempDir Path folder = Path.of("/");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final AtomicReference<@Nullable NodeConfig> ran = new AtomicReference<>();

  @AfterEach
  void restoreLogging() throws IOException {
    LogManager.getLogManager().readConfiguration();
  }

  @Test
  void runsANodeWithItsConfigurationAndFlags() throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("config.yaml"),
            "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nmaxPods: 7\n");

    int code =
        jubelet(
            "kubelet",
            "--config",
            config.toString(),
            "--hostname-override=worker-1",
            "--node-ip=10.0.0.1",
            "--root-dir",
            "/var/lib/x",
            "--pod-manifest-path=/manifests",
            "--container-runtime-endpoint=unix:///run/crio/crio.sock",
            "-v=4");

    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(42);
    NodeConfig node = Objects.requireNonNull(ran.get());
    assertThat(node.kubelet().maxPods()).isEqualTo(7);
    assertThat(node.nodeName()).isEqualTo("worker-1");
    assertThat(node.nodeIps()).containsExactly("10.0.0.1");
    assertThat(node.rootDirectory()).isEqualTo(Path.of("/var/lib/x"));
    assertThat(node.staticPods().path()).hasValue(Path.of("/manifests"));
    assertThat(node.runtime())
        .isEqualTo(
            new RuntimeEndpoint.Socket(Path.of("/run/crio/crio.sock"), Duration.ofMinutes(2)));
    assertThat(node.reporting().log().verbosity()).isEqualTo(4);
  }

  @Test
  void runsANodeOnTheRuntimeInsideOfIt() {
    int code =
        jubelet(
            "kubelet",
            "--container-runtime-endpoint=embedded",
            "--runtime-root=/r",
            "--run-dir=/s",
            "--cni-conf=/n",
            "--default-handler=runc",
            "--default-ulimit=nofile=1024:4096,core=0",
            "--default-ulimit=nproc=unlimited");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(42);
    NodeConfig node = Objects.requireNonNull(ran.get());
    EmbeddedSettings usual = EmbeddedSettings.at(Path.of("/r"), Path.of("/s"));
    assertThat(node.runtime())
        .isEqualTo(
            new RuntimeEndpoint.Embedded(
                new EmbeddedSettings(
                    RuntimeSettingsBuilder.builder(usual.runtime())
                        .ulimits(
                            List.of(
                                new Rlimit("RLIMIT_NOFILE", 1024, 4096),
                                new Rlimit("RLIMIT_CORE", 0, 0),
                                new Rlimit("RLIMIT_NPROC", -1, -1)))
                        .build(),
                    usual.registries(),
                    new EmbeddedSettings.Networks(
                        Optional.of(Path.of("/n")),
                        List.of(),
                        InstalledPlugins.Choice.BUILT_IN,
                        true),
                    new EmbeddedSettings.Handlers("runc", Map.of())),
                Optional.empty()));
  }

  @Test
  void offersOnlyARuntimeOfItsOwnOnASocket() {
    int code =
        jubelet(
            "kubelet", "--container-runtime-endpoint=embedded", "--cri-listen=unix:///run/j.sock");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(42);
    assertThat(Objects.requireNonNull(ran.get()).runtime())
        .isInstanceOfSatisfying(
            RuntimeEndpoint.Embedded.class,
            embedded -> assertThat(embedded.offered()).hasValue(Path.of("/run/j.sock")));

    assertThat(jubelet("kubelet", "--cri-listen=unix:///run/j.sock")).isEqualTo(1);
    assertThat(err.toString()).contains("--cri-listen").contains("embedded");
    assertThat(
            jubelet(
                "kubelet", "--container-runtime-endpoint=embedded", "--cri-listen=tcp://1.2.3.4"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("--cri-listen: must look like unix:///");
  }

  @Test
  void takesTheClusterFromTheFlagsOfTheGoKubelet() {
    int code =
        jubelet(
            "kubelet",
            "--kubeconfig=/etc/kubernetes/kubelet.conf",
            "--bootstrap-kubeconfig=/etc/kubernetes/bootstrap.conf",
            "--cert-dir=/pki",
            "--register-node=false",
            "--node-labels=disk=ssd,node.kubernetes.io/rack=7",
            "--register-with-taints=gpu=yes:NoSchedule,fresh:NoExecute");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(42);
    NodeConfig node = Objects.requireNonNull(ran.get());
    ClusterSettings cluster = node.cluster().orElseThrow();
    assertThat(cluster.kubeconfig()).isEqualTo(Path.of("/etc/kubernetes/kubelet.conf"));
    assertThat(cluster.bootstrapKubeconfig()).hasValue(Path.of("/etc/kubernetes/bootstrap.conf"));
    assertThat(cluster.certificates()).isEqualTo(Path.of("/pki"));
    assertThat(node.kubelet().registerNode()).isFalse();
    assertThat(node.registration().labels())
        .isEqualTo(Map.of("disk", "ssd", "node.kubernetes.io/rack", "7"));
    assertThat(node.registration().taints())
        .containsExactly(
            new Taint("gpu", "yes", TaintEffect.NO_SCHEDULE, null),
            new Taint("fresh", "", TaintEffect.NO_EXECUTE, null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--bootstrap-kubeconfig=/b                 | needs --kubeconfig",
        "--node-labels=x                           | KEY=VALUE",
        "--node-labels=node-role.kubernetes.io/m=x | may not give itself",
        "--node-labels=a/b/c=x                     | cannot be the name",
        "--node-labels=a=b/c                       | cannot be the value",
        "--register-with-taints=gpu                | KEY=VALUE:EFFECT",
        "--register-with-taints=gpu:Sometimes      | Sometimes",
      })
  void saysWhatIsWrongWithFlagsOfACluster(String flag, String message) {
    assertThat(jubelet("kubelet", flag)).isEqualTo(1);
    assertThat(err.toString()).contains(message);
    assertThat(ran.get()).isNull();
  }

  @Test
  void doesNotStartWithABadConfiguration() {
    assertThat(jubelet("kubelet", "--config", "/no/such/file")).isEqualTo(1);
    assertThat(err.toString()).contains("/no/such/file: there is no such file", "config check");
    assertThat(ran.get()).isNull();
  }

  @Test
  void explainsItselfWithExamples() {
    assertThat(jubelet("kubelet", "--help")).isZero();
    assertThat(out.toString()).contains("--hostname-override", "Examples:", "--config-dir");
    assertThat(jubelet("--help")).isZero();
    assertThat(out.toString()).contains("manifest", "completion", "extra");
    assertThat(jubelet("config", "check", "--help")).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nonsense", "nonsense"})
  void doesNotUnderstandEverything(String word) {
    assertThat(jubelet(word)).isEqualTo(2);
    assertThat(err.toString()).startsWith("error: ").contains(word, "see 'jubelet --help'");
  }

  @Test
  void showsItsVersion() {
    assertThat(jubelet("version")).isZero();
    assertThat(jubelet("version", "-o", "json")).isZero();
    assertThat(jubelet("version", "-o", "yaml")).isZero();
    assertThat(jubelet("--version")).isZero();
    assertThat(jubelet("kubelet", "--version")).isZero();
    assertThat(out.toString())
        .contains("(kubelet v1.36.4)", "\"kubernetes\":\"v1.36.4\"", "kubernetes: v1.36.4")
        .doesNotContain("${");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void completesItsWordsInTheShell(String shell) {
    assertThat(jubelet("completion", shell)).isZero();
    assertThat(out.toString()).contains("complete -F", "--hostname-override", "manifest");
  }

  @Test
  void checksAConfiguration() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("c.yaml"),
            "apiVersion: kubelet.config.k8s.io/v1beta1\n"
                + "kind: KubeletConfiguration\n"
                + "readOnlyPort: 1\n");

    assertThat(jubelet("config", "check", file.toString())).isZero();
    assertThat(out.toString()).contains("c.yaml: valid");
    assertThat(err.toString()).contains("c.yaml:3: readOnlyPort has no effect");

    Files.writeString(file, "kind: Pod\n");
    assertThat(jubelet("config", "check", file.toString())).isEqualTo(1);
    assertThat(jubelet("config")).isEqualTo(2);
  }

  @Test
  void printsDefaultsThatAreAValidConfiguration() throws IOException {
    assertThat(jubelet("config", "defaults")).isZero();
    Path file = Files.writeString(folder.resolve("defaults.yaml"), out.toString());

    assertThat(jubelet("config", "check", file.toString())).as(err.toString()).isZero();
  }

  @Test
  void checksManifestsWithTheirLines() throws IOException {
    Path good = Files.writeString(folder.resolve("good.yaml"), MANIFEST);
    Path bad =
        Files.writeString(
            folder.resolve("bad.yaml"), MANIFEST.replace("{name: a, image: nginx}", "{name: A_}"));

    assertThat(jubelet("manifest", "check", good.toString())).isZero();
    assertThat(out.toString()).contains("good.yaml: 1 pod");
    assertThat(jubelet("manifest", "check", good.toString(), bad.toString(), "/none")).isEqualTo(1);
    assertThat(err.toString())
        .contains("bad.yaml:7: error: spec.containers[0].name", "/none: error: there is no such");
  }

  @Test
  void listsThePodsOfANode() {
    try (NodeSocket _ = node()) {
      assertThat(jubelet("pods", "--root-dir", folder.toString(), "-o", "wide")).isZero();
      assertThat(out.toString()).contains("default     web-worker   0/2     Pending", "worker");
      assertThat(jubelet("pods", "--root-dir", folder.toString(), "-o", "json")).isZero();
      assertThat(out.toString()).contains("{\"apiVersion\":\"v1\",\"kind\":\"PodList\"");
      assertThat(jubelet("pods", "--root-dir", folder.toString(), "-o", "yaml")).isZero();
      assertThat(out.toString()).contains("kind: PodList");
    }
  }

  @Test
  void saysWhatToDoWhenNoNodeAnswers() throws IOException {
    node().close();

    assertThat(jubelet("pods", "--root-dir", folder.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("no jubelet answers at " + folder + "/jubelet-run/node.sock")
        .containsAnyOf("is a node running", "only root may ask");
  }

  @Test
  void tellsWhichPodsAndContainersThereAre() {
    try (NodeSocket _ = node()) {
      assertThat(jubelet("logs", "nobody", "--root-dir", folder.toString())).isEqualTo(1);
      assertThat(err.toString()).contains("no pod \"nobody\"", "jubelet pods");
      assertThat(jubelet("logs", "web", "-c", "x", "--root-dir", folder.toString())).isEqualTo(1);
      assertThat(err.toString()).contains("no container \"x\"", "a, b");
      assertThat(jubelet("logs", "web", "-f", "-p")).isEqualTo(2);
      assertThat(jubelet("logs", "web", "--root-dir", folder.toString(), "--pod-logs-dir", "/none"))
          .isEqualTo(1);
      assertThat(err.toString()).contains("container a, the first of a, b", "--pod-logs-dir");
    }
  }

  @Test
  void printsTheLogOfAContainer() throws IOException {
    Path directory = Files.createDirectories(folder.resolve("default_web-worker_u1/b"));
    Files.writeString(directory.resolve("0.log"), "t stdout F old\n");
    Files.writeString(directory.resolve("1.log"), "t stdout F new\n");
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    Jubelet jubelet = new Jubelet(List.of(new Subcommand("logs", () -> new LogsCommand(log))));
    try (NodeSocket _ = node()) {
      for (String previous : List.of("--previous=false", "--previous")) {
        int code =
            jubelet.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "logs",
                "default/web",
                "-c",
                "b",
                "--root-dir",
                folder.toString(),
                "--pod-logs-dir",
                folder.toString(),
                previous);
        assertThat(code).as(err.toString()).isZero();
      }
    }
    assertThat(log).hasToString("new\nold\n");
  }

  @Test
  void reportsFailuresOfTheOutsideWithoutAStackTrace() {
    Jubelet jubelet =
        Jubelet.standard((config, journal) -> {
          throw new OutsideFailure(FailureKind.UNAVAILABLE, "no runtime at /run/x.sock");
        });

    int code = jubelet.run(new PrintWriter(out, true), new PrintWriter(err, true), "kubelet");

    assertThat(code).isEqualTo(1);
    assertThat(err).hasToString("error: no runtime at /run/x.sock\n");
  }

  private int jubelet(String... args) {
    Jubelet jubelet =
        Jubelet.standard(
            (config, journal) -> {
              ran.set(config);
              return 42;
            },
            new Subcommand("extra", Extra::new));
    return jubelet.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
  }

  @ParameterizedTest
  @ValueSource(strings = {"web-worker", "default/web-worker", "gone-uid"})
  void showsWhereTheTimeOfAStartWent(String pod) {
    try (NodeSocket _ = node()) {
      assertThat(jubelet("timeline", pod, "--root-dir", folder.toString()))
          .as(err.toString())
          .isZero();
      assertThat(out.toString())
          .contains("default/web (u) was seen at 2026-01-01T00:00:00.000000Z")
          .contains("was ready after 12.500 ms")
          .containsPattern("network +10.000")
          .containsPattern("2.500 +10.000 +run sandbox +- +done +it has no sandbox yet");
      assertThat(jubelet("timeline", pod, "-o", "json", "--root-dir", folder.toString())).isZero();
      assertThat(out.toString()).contains(TIMELINE);
      assertThat(jubelet("timeline", pod, "-o", "yaml", "--root-dir", folder.toString())).isZero();
      assertThat(out.toString()).contains("totalMillis: 12.500");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "../../healthz", "a/b/c"})
  void saysThatItKnowsNoSuchStart(String pod) {
    try (NodeSocket _ = node()) {
      assertThat(jubelet("timeline", pod, "--root-dir", folder.toString())).isEqualTo(1);
      assertThat(err.toString()).startsWith("error: ");
    }
  }

  @Command(name = "extra", description = "One more.")
  private static final class Extra implements Runnable {
    @Override
    public void run() {}
  }

  private NodeSocket node() {
    Pod pod = PodManifests.parse(MANIFEST, "test").pods().getFirst();
    return NodeSocket.start(
        folder,
        new NodePages(
            Map.of(),
            () -> List.of(new PodReport(pod, pod.status())),
            new NodeMetrics("worker"),
            uid ->
                uid.equals(pod.metadata().uid()) || uid.equals("gone-uid")
                    ? Optional.of(TIMELINE)
                    : Optional.empty()),
        new HttpMemory(
            new MemoryBudget("requests", 1 << 20), new MemoryBudget("answers", 1 << 20)));
  }
}

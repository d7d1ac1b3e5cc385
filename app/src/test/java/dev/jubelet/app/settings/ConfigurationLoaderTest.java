package dev.jubelet.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.jubelet.app.logging.LogFormat;
import dev.jubelet.app.settings.node.HealthEndpoint;
import dev.jubelet.app.settings.node.ImageSettings;
import dev.jubelet.app.settings.node.LogSettings;
import dev.jubelet.app.settings.node.RuntimeEndpoint;
import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.model.runtime.config.CgroupDriver;
import dev.jubelet.model.runtime.config.DnsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationLoaderTest {
  private static final String HEAD =
      "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

  @TempDir Path folder = Path.of("/");

  @Test
  void forbidsHostsOfProbesOnlyWhereAskedTo() {
    assertThat(good(KubeletFlags.of()).settings().admission().probeHosts()).isTrue();
    assertThat(good(KubeletFlags.of("--forbid-probe-host")).settings().admission().probeHosts())
        .isFalse();
  }

  @Test
  void hasTheDefaultsOfKubernetesWithoutAnyFile() {
    NodeConfig node = good(KubeletFlags.of());

    assertThat(node.nodeName()).isEqualTo("worker");
    assertThat(node.rootDirectory()).isEqualTo(Path.of("/var/lib/kubelet"));
    assertThat(node.podLogsDirectory()).isEqualTo(Path.of("/var/log/pods"));
    assertThat(node.runtime())
        .isEqualTo(
            new RuntimeEndpoint.Socket(
                Path.of("/run/containerd/containerd.sock"), Duration.ofMinutes(2)));
    assertThat(node.reporting().health()).map(HealthEndpoint::port).hasValue(10248);
    assertThat(node.kubelet().syncFrequency()).isEqualTo(Duration.ofMinutes(1));
    assertThat(node.kubelet().crashLoopBackOff().maxContainerRestartPeriod())
        .isEqualTo(Duration.ofMinutes(5));
    assertThat(node.pods().images())
        .isEqualTo(
            new ImageSettings(
                new PullLimits(1, 5, 10), CredentialVerification.STANDARD, Optional.empty()));
    assertThat(node.kubelet().maxPods()).isEqualTo(110);
    assertThat(node.settings().cgroups().podPidsLimit()).isEqualTo(16_384);
    assertThat(node.settings().cgroups().cpuCfsQuota()).isTrue();
    assertThat(node.settings().cgroups().cpuCfsQuotaPeriod()).isEqualTo(Duration.ofMillis(100));
    assertThat(node.settings().cgroups().driver()).isEqualTo(CgroupDriver.CGROUPFS);
    assertThat(node.settings().cgroups().root()).isEqualTo("/");
    assertThat(node.pods().resolvConf()).hasValue(Path.of("/etc/resolv.conf"));
    assertThat(node.staticPods().path()).isEmpty();
    assertThat(node.staticPods().fileCheckFrequency()).isEqualTo(Duration.ofSeconds(20));
    assertThat(node.reporting().log()).isEqualTo(new LogSettings(LogFormat.TEXT, 0));
    assertThat(node.registration().reservations().evictionHard())
        .containsEntry("memory.available", "100Mi");
  }

  @Test
  void readsWhatAFileSays() {
    NodeConfig node =
        good(
            """
            staticPodPath: /etc/kubernetes/manifests
            staticPodURL: https://example.com/pods
            staticPodURLHeader: {Authorization: [secret]}
            healthzPort: 0
            maxPods: 0
            maxParallelImagePulls: 3
            cgroupDriver: systemd
            clusterDNS: [10.96.0.10]
            clusterDomain: cluster.local
            resolvConf: ""
            crashLoopBackOff: {maxContainerRestartPeriod: 10s}
            logging: {format: json, verbosity: 4, flushFrequency: 5000000000}
            """);

    assertThat(node.staticPods().path()).hasValue(Path.of("/etc/kubernetes/manifests"));
    assertThat(node.staticPods().urlHeaders()).containsEntry("Authorization", List.of("secret"));
    assertThat(node.toString()).doesNotContain("secret");
    assertThat(node.reporting().health()).isEmpty();
    assertThat(node.kubelet().maxPods()).as("zero means default").isEqualTo(110);
    assertThat(node.pods().images().pulls().together()).isEqualTo(3);
    assertThat(node.settings().cgroups().driver()).isEqualTo(CgroupDriver.SYSTEMD);
    assertThat(node.pods().resolvConf()).isEmpty();
    assertThat(node.kubelet().crashLoopBackOff().maxContainerRestartPeriod())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(node.reporting().log()).isEqualTo(new LogSettings(LogFormat.JSON, 4));
    assertThat(
            node.settings(List.of("10.0.0.1"), DnsSettings.NONE, CgroupDriver.CGROUPFS)
                .dns()
                .servers())
        .containsExactly("10.96.0.10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{samplingRatePerMillion: 5}                        | Tcp[host=localhost, port=4317] 5",
        "{endpoint: 'otel:1', samplingRatePerMillion: 1000} | Tcp[host=otel, port=1] 1000",
        "{endpoint: 'unix:/s', samplingRatePerMillion: 1}   | Unix[path=/s] 1",
        "{endpoint: 'otel:1'}                               | none",
      })
  void tellsStartsToACollector(String tracing, String expected) {
    assertThat(
            good("tracing: " + tracing + "\n")
                .reporting()
                .tracing()
                .map(told -> told.collector() + " " + told.perMillion())
                .orElse("none"))
        .isEqualTo(expected);
  }

  @Test
  void namesEveryProblemAndItsLineAtOnce() {
    ConfigurationLoader.Loaded loaded =
        load(
            """
            maxPods: many
            staticPodPth: /x
            authentication:
              anonymus: {enabled: false}
            syncFrequency: 1 minute
            """);

    assertThat(loaded.config()).isNull();
    assertThat(loaded.errors())
        .satisfiesExactlyInAnyOrder(
            error -> assertThat(error).contains("config.yaml:3: maxPods", "a number"),
            error -> assertThat(error).contains("config.yaml:4", "unknown field \"staticPodPth\""),
            error -> assertThat(error).contains(":6", "\"authentication.anonymus\""),
            error -> assertThat(error).contains(":7: syncFrequency", "durations must look like"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kind: Pod|apiVersion: must be kubelet.config.k8s.io/v1beta1
          --- {apiVersion: kubelet.config.k8s.io/v1, kind: KubeletConfiguration}|v1beta1, not kubelet.config.k8s.io/v1
          --- {apiVersion: kubelet.config.k8s.io/v1beta1, kind: Kubelet}|kind: must be KubeletConfiguration, not Kubelet
          ~|the file is empty
          [a]|expected a KubeletConfiguration, found a list
          "{a: 1"|config.yaml:1
          """)
  void refusesWhatIsNoConfiguration(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("config.yaml"), text + "\n");

    assertThat(ConfigurationLoader.load(KubeletFlags.of("--config=" + file), "worker").errors())
        .anySatisfy(error -> assertThat(error).contains(message));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          maxPods: -1|maxPods: must be at least 1
          healthzPort: 70000|healthzPort: must be between 0 and 65535
          healthzBindAddress: localhost|healthzBindAddress: must be an IP address
          cpuCFSQuotaPeriod: 2s|cpuCFSQuotaPeriod: must be between 1ms and 1s
          crashLoopBackOff: {maxContainerRestartPeriod: 1h}|crashLoopBackOff.maxContainerRestartPeriod: must be between 1s and 5m0s
          cgroupDriver: cgroup|cgroupDriver: must be cgroupfs or systemd
          podLogsDir: logs|podLogsDir: must be an absolute path
          staticPodPath: /a/../b|staticPodPath: must be an absolute path
          staticPodURL: file:///etc|staticPodURL: must be an http or https URL
          containerRuntimeEndpoint: tcp://host:1|containerRuntimeEndpoint: must look like unix:///
          imageServiceEndpoint: unix:///other.sock|imageServiceEndpoint: must be empty or equal
          {serializeImagePulls: true, maxParallelImagePulls: 2}|maxParallelImagePulls: can be more than 1 only
          maxParallelImagePulls: 0|maxParallelImagePulls: must be at least 1
          imagePullCredentialsVerificationPolicy: Sometimes|imagePullCredentialsVerificationPolicy: must be NeverVerify or
          preloadedImagesVerificationAllowlist: [r.example/a]|preloadedImagesVerificationAllowlist: can only be set when
          {imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages, preloadedImagesVerificationAllowlist: ["r.example/a:1"]}|neither tag nor digest
          kubeReserved: {gpu: "1"}|kubeReserved[gpu]: only cpu, memory
          systemReserved: {cpu: "-1"}|systemReserved[cpu]: must not be negative
          evictionHard: {memory.avail: 1Mi}|evictionHard[memory.avail]: unknown signal
          evictionHard: {memory.available: 101%}|evictionHard[memory.available]: must be between 0% and 100%
          logging: {format: xml}|logging.format: must be text or json
          clusterDNS: [dns]|clusterDNS: must be an IP address
          tracing: {samplingRatePerMillion: -1}|tracing.samplingRatePerMillion: must be between 0
          tracing: {endpoint: "http://otel:1"}|tracing.endpoint: cannot be used
          syncFrequency: -1s|syncFrequency: must be at least 100ms
          allowedUnsafeSysctls: ["a b"]|allowedUnsafeSysctls: "a b" must be a sysctl
          """)
  void checksEveryValueThatHasAnEffect(String line, String message) {
    String text =
        line.startsWith("{") ? line.substring(1, line.length() - 1).replace(", ", "\n") : line;

    ConfigurationLoader.Loaded loaded = load(text + "\n");

    assertThat(loaded.config()).isNull();
    assertThat(loaded.errors())
        .singleElement()
        .satisfies(error -> assertThat(error).contains("config.yaml:", message));
  }

  @Test
  void warnsThatNothingIsEvicted() {
    assertThat(load("evictionHard: {memory.available: 100Mi}\n").warnings())
        .singleElement()
        .asString()
        .contains("config.yaml:3: evictionHard", "nothing is evicted in this release");
  }

  @Test
  void verifiesAccessToImagesAsConfigured() {
    ConfigurationLoader.Loaded loaded =
        load(
            "imagePullCredentialsVerificationPolicy: NeverVerifyAllowlistedImages\n"
                + "preloadedImagesVerificationAllowlist: [r.example/team/*]\n");

    assertThat(loaded.warnings()).isEmpty();
    assertThat(Objects.requireNonNull(loaded.config()).pods().images().verification())
        .isEqualTo(
            new CredentialVerification(
                CredentialVerification.Policy.NEVER_VERIFY_ALLOWLISTED_IMAGES,
                List.of("r.example/team/*")));
  }

  @Test
  void warnsOfFieldsWithoutEffectAndOnlyOfThose() {
    ConfigurationLoader.Loaded loaded =
        load("readOnlyPort: 10255\nmaxPods: 5\nlogging: {verbosity: 2, vmodule: []}\n");

    assertThat(loaded.errors()).isEmpty();
    assertThat(loaded.warnings())
        .satisfiesExactly(
            warning -> assertThat(warning).contains("config.yaml:3: readOnlyPort has no effect"),
            warning ->
                assertThat(warning).contains("config.yaml:5: logging.vmodule has no effect"));
  }

  @Test
  void putsDropInsOverTheFileAndFlagsOverAll() throws IOException {
    Path base =
        write(
            "config.yaml",
            "maxPods: 10\n"
                + "clusterDNS: [1.1.1.1, 2.2.2.2]\n"
                + "kubeReserved: {cpu: 100m, memory: 1Gi}\n"
                + "staticPodPath: /base\n"
                + "syncFrequency: 2m\n");
    Path dropIns = Files.createDirectory(folder.resolve("config.d"));
    write("config.d/20-late.conf", "maxPods: 30\nclusterDNS: [3.3.3.3]\nsyncFrequency: null\n");
    write("config.d/10-early.conf", "maxPods: 20\nkubeReserved: {cpu: 200m}\nstaticPodPath: /d\n");
    write("config.d/readme.txt", "maxPods: 99\n");

    ConfigurationLoader.Loaded loaded =
        ConfigurationLoader.load(
            KubeletFlags.of(
                "--config=" + base, "--config-dir=" + dropIns, "--pod-manifest-path=/flag", "-v6"),
            "worker");
    NodeConfig node = Objects.requireNonNull(loaded.config(), () -> loaded.errors().toString());

    assertThat(node.kubelet().maxPods()).isEqualTo(30);
    assertThat(node.settings().dns().servers()).as("lists are replaced").containsExactly("3.3.3.3");
    assertThat(node.registration().reservations().kube().toString())
        .as("maps are merged")
        .isEqualTo("{cpu=200m, memory=1Gi}");
    assertThat(node.staticPods().path()).isEqualTo(Optional.of(Path.of("/flag")));
    assertThat(node.kubelet().syncFrequency())
        .as("null means default")
        .isEqualTo(Duration.ofMinutes(1));
    assertThat(node.reporting().log().verbosity()).isEqualTo(6);
    assertThat(loaded.warnings()).singleElement().asString().contains("readme.txt: skipped");
  }

  @Test
  void takesTheFileThatKubeadmWrites() {
    NodeConfig node =
        good(
            """
            authentication:
              anonymous: {enabled: false}
              webhook: {cacheTTL: 0s, enabled: true}
              x509: {clientCAFile: /etc/kubernetes/pki/ca.crt}
            authorization:
              mode: Webhook
              webhook: {cacheAuthorizedTTL: 0s, cacheUnauthorizedTTL: 0s}
            cgroupDriver: systemd
            clusterDNS: [10.96.0.10]
            clusterDomain: cluster.local
            containerRuntimeEndpoint: ""
            cpuManagerReconcilePeriod: 0s
            crashLoopBackOff: {}
            evictionPressureTransitionPeriod: 0s
            fileCheckFrequency: 0s
            healthzBindAddress: 127.0.0.1
            healthzPort: 10248
            httpCheckFrequency: 0s
            imageMaximumGCAge: 0s
            imageMinimumGCAge: 0s
            logging:
              flushFrequency: 0
              options:
                json: {infoBufferSize: "0"}
                text: {infoBufferSize: "0"}
              verbosity: 0
            memorySwap: {}
            nodeStatusReportFrequency: 0s
            nodeStatusUpdateFrequency: 0s
            rotateCertificates: true
            runtimeRequestTimeout: 0s
            shutdownGracePeriod: 0s
            shutdownGracePeriodCriticalPods: 0s
            staticPodPath: /etc/kubernetes/manifests
            streamingConnectionIdleTimeout: 0s
            syncFrequency: 0s
            volumeStatsAggPeriod: 0s
            """);

    assertThat(node.kubelet().syncFrequency()).isEqualTo(Duration.ofMinutes(1));
    assertThat(node.runtime())
        .asInstanceOf(type(RuntimeEndpoint.Socket.class))
        .returns(Duration.ofMinutes(2), RuntimeEndpoint.Socket::requestTimeout);
    assertThat(node.kubelet().crashLoopBackOff().maxContainerRestartPeriod())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void namesTheFileThatHasTheLastWord() throws IOException {
    Path base = write("config.yaml", "maxPods: 10\n");
    Path dropIns = Files.createDirectory(folder.resolve("config.d"));
    write("config.d/a.conf", "maxPods: -3\n");

    assertThat(
            ConfigurationLoader.load(
                    KubeletFlags.of("--config=" + base, "--config-dir=" + dropIns), "worker")
                .errors())
        .singleElement()
        .asString()
        .contains("a.conf:3: maxPods: must be at least 1, but is -3");
  }

  @Test
  void saysThatAFileIsMissing() {
    assertThat(ConfigurationLoader.load(KubeletFlags.of("--config=/no/such"), "w").errors())
        .containsExactly("/no/such: there is no such file");
  }

  @Test
  void checksTheNodesNameAndAddresses() {
    KubeletFlags flags =
        KubeletFlags.of(
            "--hostname-override=Worker_1",
            "--node-ip=10.0.0.1,host",
            "--manifest-url-header=secret");

    assertThat(ConfigurationLoader.load(flags, "x").errors())
        .satisfiesExactlyInAnyOrder(
            error -> assertThat(error).contains("--manifest-url-header").doesNotContain("secret"),
            error -> assertThat(error).contains("--hostname-override", "worker_1"),
            error -> assertThat(error).contains("--node-ip", "host"));
  }

  @Test
  void credentialProvidersNeedConfigurationAndPrograms() throws IOException {
    KubeletFlags half =
        KubeletFlags.of("--image-credential-provider-config=" + folder.resolve("providers.yaml"));
    assertThat(ConfigurationLoader.load(half, "w").errors())
        .singleElement()
        .asString()
        .contains("--image-credential-provider-config", "need each other");
    KubeletFlags wrong =
        KubeletFlags.of(
            "--image-credential-provider-config="
                + Files.writeString(folder.resolve("providers.yaml"), "kind: Pod"),
            "--image-credential-provider-bin-dir=" + folder);
    assertThat(ConfigurationLoader.load(wrong, "w").errors())
        .singleElement()
        .asString()
        .contains("providers.yaml:1", "must be a CredentialProviderConfig");
  }

  @Test
  void lowersTheCaseOfTheMachinesName() {
    assertThat(
            Objects.requireNonNull(
                    ConfigurationLoader.load(KubeletFlags.of(), " Big-Box\n").config())
                .nodeName())
        .isEqualTo("big-box");
  }

  private Path write(String name, String body) throws IOException {
    return Files.writeString(folder.resolve(name), HEAD + body);
  }

  private ConfigurationLoader.Loaded load(String body) {
    try {
      return ConfigurationLoader.load(
          KubeletFlags.of("--config=" + write("config.yaml", body)), "worker");
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private NodeConfig good(String body) {
    ConfigurationLoader.Loaded loaded = load(body);
    return Objects.requireNonNull(loaded.config(), () -> loaded.errors().toString());
  }

  private static NodeConfig good(KubeletFlags flags) {
    ConfigurationLoader.Loaded loaded = ConfigurationLoader.load(flags, "worker");
    return Objects.requireNonNull(loaded.config(), () -> loaded.errors().toString());
  }
}

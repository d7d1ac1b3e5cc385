package dev.jubelet.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.image.CredentialVerification;
import dev.jubelet.decide.restart.BackoffSchedule;
import dev.jubelet.engine.image.PullLimits;
import dev.jubelet.engine.watch.RuntimeWatcher;
import dev.jubelet.model.meta.ObjectMeta;
import dev.jubelet.model.objects.Blob;
import dev.jubelet.model.objects.ConfigMap;
import dev.jubelet.model.objects.ObjectReference;
import dev.jubelet.model.objects.Secret;
import dev.jubelet.model.objects.Service;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.model.runtime.config.ContainerConfig;
import dev.jubelet.model.runtime.config.EnvEntry;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.status.ContainerStateWaiting;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NodeServices;
import dev.jubelet.ports.PodSource;
import dev.jubelet.ports.StartTraces;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods and the objects that they refer to, on the whole engine with fakes. */
class NodeObjectsTest {
  private static final PodUid U = new PodUid("u");
  private static final Duration MOMENT = Duration.ofMillis(50);
  private static final String ENV =
      """
      containers:
      - name: a
        image: "img:1"
        env: [{name: COLOR, valueFrom: {configMapKeyRef: {name: m, key: color}}}]
      """;
  private static final String VOLUME =
      """
      volumes: [{name: v, configMap: {name: m}}, {name: w, emptyDir: {}}]
      containers:
      - name: a
        image: "img:1"
        volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]
      """;

  private final Bench bench = new Bench().image("img:1");
  private final NodeEngine engine =
      new NodeEngine(
          new NodeEngine.Parts(
              bench.actuatorOutside(),
              bench.publisher,
              new NodeServices(bench.time, bench.effects, () -> 0.5, bench.journal),
              bench.state,
              StartTraces.NONE),
          Bench.runSettings(),
          new NodeEngine.Options(
              10,
              PullLimits.ofTogether(10),
              CredentialVerification.STANDARD,
              BackoffSchedule.STANDARD,
              RuntimeWatcher.Rhythm.STANDARD,
              Duration.ofSeconds(60),
              "containerd"),
          List.of("file"));

  private final Map<String, ContainerConfig> made = new LinkedHashMap<>();

  @BeforeEach
  void start() {
    bench.runtime.scripts((sandbox, container) -> {
      made.put(container.name(), container);
      return ContainerScript.forever();
    });
    bench.callTime = Duration.ofMillis(1);
    engine.start();
    bench.runtime.onEvent(event -> bench.effects.execute(() -> engine.watcher().eventSeen(event)));
    engine.watcher().eventsFlow(true);
    bench.advance(MOMENT);
  }

  private void deliver(Pod... pods) {
    engine.deliver(new PodSource.Delivery("file", List.of(pods), List.of()));
    bench.advance(MOMENT);
  }

  private static ObjectMeta meta(String name) {
    return Bench.pod(name, "x", "containers: [{name: a, image: i}]").metadata();
  }

  private static ConfigMap map(String name, String color) {
    return new ConfigMap(meta(name), Map.of("color", color), Map.of(), null);
  }

  private static Secret secret(String name, String value) {
    return new Secret(meta(name), "Opaque", Map.of("key", Blob.of(value)), Map.of(), null);
  }

  private static Fault fail(FailureKind kind, String message) {
    return new Fault.FailBefore(kind, message, Duration.ofMillis(1));
  }

  private List<EnvEntry> env() {
    return config().env();
  }

  private ContainerConfig config() {
    return Objects.requireNonNull(made.get("a"), "container a");
  }

  private String waiting() {
    ContainerStateWaiting waiting =
        bench.statuses.status(U).orElseThrow().containerStatuses().getFirst().state().waiting();
    return waiting == null ? "" : waiting.reason() + ": " + waiting.message();
  }

  @Test
  void containerWaitsForItsConfigMapAndStartsWithIt() {
    deliver(Bench.pod("p", "u", ENV));
    assertThat(bench.running(U)).isZero();
    assertThat(waiting()).isEqualTo("CreateContainerConfigError: configmap \"m\" not found");
    bench.advance(Duration.ofSeconds(3));
    bench.objects.put(map("other", "red"));
    bench.advance(MOMENT);
    assertThat(bench.running(U)).as("another object is nothing to it").isZero();
    bench.objects.put(map("m", "blue"));
    bench.advance(Duration.ofMillis(10));
    assertThat(bench.running(U)).as("long before its next try was due").isEqualTo(1);
    assertThat(env()).contains(new EnvEntry("COLOR", "blue"));
  }

  @Test
  void objectThatIsNotKnownYetIsNotMissing() {
    bench.objects.unknown(new ObjectReference("ConfigMap", "default", "m"));
    deliver(Bench.pod("p", "u", ENV));
    assertThat(waiting())
        .isEqualTo("CreateContainerConfigError: ConfigMap default/m is not known yet");
    bench.advance(Duration.ofSeconds(3));
    bench.objects.put(map("m", "blue"));
    bench.advance(Duration.ofMillis(10));
    assertThat(bench.running(U)).as("long before its next try was due").isEqualTo(1);
  }

  @Test
  void containersAreToldOfServices() {
    bench.objects.put(
        new Service(
            meta("web"),
            new Service.ServiceSpec("10.0.0.2", List.of(new Service.ServicePort("", "", 80)))));
    deliver(Bench.pod("p", "u", "containers: [{name: a, image: 'img:1'}]"));
    assertThat(env())
        .contains(new EnvEntry("WEB_SERVICE_HOST", "10.0.0.2"))
        .contains(new EnvEntry("WEB_PORT_80_TCP", "tcp://10.0.0.2:80"));
  }

  @Test
  void sandboxWaitsForItsRuntimeClass() {
    bench.objects.ofCluster();
    deliver(Bench.pod("p", "u", "runtimeClassName: fast\ncontainers: [{name: a, image: 'img:1'}]"));
    assertThat(bench.running(U)).isZero();
    assertThat(bench.journal.lines().toString())
        .contains("FailedCreatePodSandBox", "runtimeclass.node.k8s.io \"fast\" not found");
    bench.objects.putRuntimeClass("fast", "");
    bench.advance(Duration.ofMillis(50));
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void objectThatComesWhileTheContainerIsMadeWithoutItIsNotMissed() {
    bench.faults.once(Operation.DIRECTORY_PREPARE_CONTAINER, Fault.slow(Duration.ofSeconds(2)));
    deliver(Bench.pod("p", "u", ENV));
    bench.objects.put(map("m", "blue"));
    bench.advance(Duration.ofSeconds(3));
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void missingKeyIsToldInKubernetesWords() {
    bench.objects.put(new ConfigMap(meta("m"), Map.of(), Map.of(), null));
    deliver(Bench.pod("p", "u", ENV));
    assertThat(waiting())
        .isEqualTo("CreateContainerConfigError: couldn't find key color in ConfigMap default/m");
  }

  @Test
  void takesWholeObjectsWithPrefixAndLeavesOptionalOnesOut() {
    bench.objects.put(map("m", "blue"));
    bench.objects.put(secret("s", "hunter2"));
    deliver(
        Bench.pod(
            "p",
            "u",
            """
            containers:
            - name: a
              image: "img:1"
              envFrom:
              - {prefix: M_, configMapRef: {name: m}}
              - {secretRef: {name: s}}
              - {secretRef: {name: none, optional: true}}
              env: [{name: ALL, value: "$(M_color)-$(key)-$$(key)"}]
            """));
    assertThat(env())
        .containsSequence(
            new EnvEntry("M_color", "blue"),
            new EnvEntry("key", "hunter2"),
            new EnvEntry("ALL", "blue-hunter2-$(key)"));
  }

  @Test
  void readsVariablesFromAFileOfAVolume() {
    bench.volumes.write("/var/lib/kubelet/pods/u/volumes/w/a.env", "MODE='fast'\n");
    deliver(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: w, emptyDir: {}}]
            containers:
            - name: a
              image: "img:1"
              volumeMounts: [{name: w, mountPath: /w}]
              env:
              - {name: M, valueFrom: {fileKeyRef: {volumeName: w, path: a.env, key: MODE}}}
            """));
    assertThat(env()).contains(new EnvEntry("M", "fast"));
  }

  @Test
  void changedObjectRefreshesTheVolumesThatReferToItAndNoOthers() {
    bench.objects.put(map("m", "blue"));
    deliver(Bench.pod("p", "u", VOLUME), Bench.pod("u2"));
    assertThat(bench.running(U)).isEqualTo(1);
    bench.advanceSeconds(1);
    bench.takeCalls();
    Instant now = bench.time.now();
    bench.objects.put(map("m", "yellow"));
    bench.advance(Duration.ZERO);
    assertThat(bench.takeTimes(Operation.VOLUME_MOUNT, now)).containsExactly(0L);
    bench.advanceSeconds(1);
    assertThat(bench.takeChanges()).as("and nothing else happens").isEmpty();
  }

  @Test
  void failedRefreshHarmsNothingAndIsTriedAgain() {
    bench.objects.put(map("m", "blue"));
    deliver(Bench.pod("p", "u", VOLUME));
    bench.advanceSeconds(1);
    bench.takeCalls();
    bench.faults.once(
        Operation.VOLUME_MOUNT, fail(FailureKind.EXHAUSTED, "no space left on device"));
    Instant now = bench.time.now();
    bench.objects.put(map("m", "yellow"));
    bench.advanceSeconds(120);
    assertThat(bench.takeTimes(Operation.VOLUME_MOUNT, now)).containsExactly(0L, 60_001L);
    assertThat(bench.running(U)).isEqualTo(1);
    assertThat(bench.journal.reasons(U)).contains("FailedMount", "VolumeRefreshed");
  }

  @Test
  void changeDuringARefreshIsFollowedByAnother() {
    bench.objects.put(map("m", "blue"));
    deliver(Bench.pod("p", "u", VOLUME));
    bench.advanceSeconds(1);
    bench.takeCalls();
    Instant now = bench.time.now();
    bench.faults.once(Operation.VOLUME_MOUNT, Fault.slow(Duration.ofSeconds(5)));
    bench.objects.put(map("m", "yellow"));
    bench.advanceSeconds(1);
    bench.objects.remove(new ObjectReference("ConfigMap", "default", "m"));
    bench.objects.put(map("m", "green"));
    bench.advanceSeconds(10);
    assertThat(bench.takeTimes(Operation.VOLUME_MOUNT, now)).containsExactly(0L, 5_000L);
  }

  @Test
  void volumeThatCouldNotBeMountedIsTriedAgainWhenItsObjectComes() {
    bench.faults.once(
        Operation.VOLUME_MOUNT, fail(FailureKind.BAD_SPEC, "configmap \"m\" not found"));
    deliver(Bench.pod("p", "u", VOLUME));
    assertThat(bench.running(U)).isZero();
    bench.objects.put(map("m", "blue"));
    bench.advance(Duration.ofMillis(20));
    assertThat(bench.running(U)).isEqualTo(1);
  }

  @Test
  void changedLabelsRefreshFilesAboutThePod() {
    String spec =
        """
        volumes:
        - name: about
          downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels}}]}
        containers: [{name: a, image: "img:1", volumeMounts: [{name: about, mountPath: /a}]}]
        """;
    Pod pod = Bench.pod("p", "u", spec);
    deliver(pod);
    bench.advanceSeconds(1);
    bench.takeCalls();
    deliver(
        new Pod(pod.metadata().withAnnotations(Map.of("note", "new")), pod.spec(), pod.status()));
    assertThat(bench.takeChanges()).containsExactly(Operation.VOLUME_MOUNT);
  }

  @Test
  void containerGetsThePartOfAVolumeThatItAsksFor() {
    deliver(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: w, emptyDir: {}}]
            containers:
            - name: a
              image: "img:1"
              volumeMounts: [{name: w, mountPath: /w, subPathExpr: "logs/$(NAME)"}]
              env: [{name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
            """));
    assertThat(config().mounts())
        .extracting(MountSpec::hostPath)
        .anySatisfy(path -> assertThat(path).endsWith("/volumes/w/logs/p"));
  }

  @Test
  void runtimeIsAskedForThePartOfAnImage() {
    bench.image("files:1");
    deliver(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: w, image: {reference: "files:1"}}]
            containers:
            - {name: a, image: "img:1", volumeMounts: [{name: w, mountPath: /w, subPath: bin/x}]}
            """));
    assertThat(config().mounts())
        .anySatisfy(mount -> {
          assertThat(mount.image()).isEqualTo("files:1");
          assertThat(mount.imageSubPath()).isEqualTo("bin/x");
        });
  }

  @Test
  void partThatCannotBePreparedIsToldInKubernetesWords() {
    bench.faults.always(
        Operation.VOLUME_PART, fail(FailureKind.BAD_SPEC, "it leads out of the volume"));
    deliver(
        Bench.pod(
            "p",
            "u",
            """
            volumes: [{name: w, emptyDir: {}}]
            containers:
            - {name: a, image: "img:1", volumeMounts: [{name: w, mountPath: /w, subPath: x}]}
            """));
    assertThat(waiting())
        .isEqualTo(
            "CreateContainerConfigError: failed to prepare subPath for volumeMount \"w\" of"
                + " container \"a\": it leads out of the volume");
  }

  @Test
  void secretsReachNoJournalAndNoStatus() {
    bench.objects.put(secret("s", "hunter2"));
    bench.objects.put(secret("way", "../hunter2"));
    bench.faults.once(
        Operation.VOLUME_PART, fail(FailureKind.BAD_SPEC, "hunter2 leads out of the volume"));
    String spec =
        """
        volumes: [{name: v, secret: {secretName: s}}]
        containers:
        - name: a
          image: "img:1"
          volumeMounts: [{name: v, mountPath: /v, subPathExpr: "$(KEY)"}]
          env: [{name: KEY, valueFrom: {secretKeyRef: {name: s, key: key}}}]
        - name: b
          image: "img:1"
          volumeMounts: [{name: v, mountPath: /v, subPathExpr: "$(KEY)"}]
          env: [{name: KEY, valueFrom: {secretKeyRef: {name: way, key: key}}}]
        """;
    bench.faults.once(Operation.CONTAINER_CREATE, fail(FailureKind.INTERNAL, "no"));
    deliver(Bench.pod("p", "u", spec));
    bench.objects.put(secret("s", "hunter2hunter2"));
    bench.advanceSeconds(30);
    deliver();
    bench.advanceSeconds(60);
    List<String> output = new ArrayList<>();
    bench.journal.lines().forEach(line -> output.add(line.toString()));
    bench.statuses.all().forEach((uid, status) -> output.add(uid + " " + status));
    assertThat(output).hasSizeGreaterThan(20);
    assertThat(output).noneMatch(line -> line.contains("hunter2"));
    assertThat(secret("s", "hunter2").toString()).doesNotContain("hunter2");
  }
}

package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the contract of runtimes does not ask: pods' own things, and a second life. */
final class EmbeddedRuntimeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir Path directory = Path.of("");
  private @Nullable EmbeddedNode started;

  @BeforeEach
  void start() throws IOException {
    RealParts.requireRoot();
    started = new EmbeddedNode(directory);
  }

  @AfterEach
  void everythingIsGone() throws IOException {
    EmbeddedNode node = node();
    node.close();
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(directory.toString());
    assertThat(Path.of("/sys/fs/cgroup/memory" + node.cgroupParent())).doesNotExist();
    assertThat(directory.resolve("root/containers")).isEmptyDirectory();
    assertThat(directory.resolve("root/sandboxes")).isEmptyDirectory();
    assertThat(directory.resolve("images/roots")).isEmptyDirectory();
    for (String place : List.of("a", "c", "p", "exits", "oci/" + EmbeddedNode.OCI)) {
      assertThat(directory.resolve("run").resolve(place)).isEmptyDirectory();
    }
  }

  private EmbeddedNode node() {
    EmbeddedNode node = started;
    if (node == null) {
      throw new IllegalStateException("not started");
    }
    return node;
  }

  private ContainerRuntime runtime() {
    return node().runtime();
  }

  private EmbeddedPod pod(String name) {
    return EmbeddedPod.on(node(), name);
  }

  private ContainerCondition.Exited exited(ContainerId id) {
    Await.until(
        "the container exits",
        PATIENCE,
        () ->
            runtime().containers().status(id).orElseThrow().condition()
                instanceof ContainerCondition.Exited,
        () -> node().journal().toString());
    return (ContainerCondition.Exited) runtime().containers().status(id).orElseThrow().condition();
  }

  @Test
  void containersOfAPodMaySeeEachOthersProcesses() {
    EmbeddedPod pod = pod("shared").sharingProcesses();
    SandboxId sandbox = pod.run();
    pod.started(sandbox, "one", "exec sleep 1234");
    ContainerId two = pod.started(sandbox, "two", "exec sleep 4321");
    assertThat(pod.output(two, "ps", "-o", "args")).contains("/pause", "sleep 1234", "sleep 4321");
    runtime().containers().stop(two, Duration.ZERO);
    assertThat(runtime().sandboxes().status(sandbox).orElseThrow().ready()).isTrue();
  }

  @Test
  void containersOfAPodShareNameAndMemoryAndNetwork() {
    EmbeddedPod pod =
        pod("own")
            .with(
                Map.of(
                    "net.ipv4.ip_unprivileged_port_start", "77",
                    "net.ipv4.conf.eth0.log_martians", "1",
                    "kernel.msgmax", "9999"),
                new DnsSettings(List.of("192.0.2.1"), List.of("a.example"), List.of("ndots:3")));
    SandboxId sandbox = pod.run();
    ContainerId one = pod.started(sandbox, "one", "exec sleep 3600");
    ContainerId two = pod.started(sandbox, "two", "exec sleep 3600");
    assertThat(pod.output(one, "hostname")).isEqualTo("own\n");
    assertThat(pod.output(one, "cat", "/proc/sys/net/ipv4/ip_unprivileged_port_start"))
        .isEqualTo("77\n");
    assertThat(pod.output(one, "cat", "/proc/sys/net/ipv4/conf/eth0/log_martians"))
        .isEqualTo("1\n");
    assertThat(pod.output(one, "cat", "/proc/sys/kernel/msgmax")).isEqualTo("9999\n");
    assertThat(pod.output(one, "cat", "/etc/resolv.conf"))
        .isEqualTo("search a.example\nnameserver 192.0.2.1\noptions ndots:3\n");
    pod.output(one, "sh", "-c", "echo left > /dev/shm/note");
    assertThat(pod.output(two, "cat", "/dev/shm/note")).isEqualTo("left\n");
    assertThat(pod.output(two, "df", "-k", "/dev/shm")).contains("65536");
    String ip = runtime().sandboxes().status(sandbox).orElseThrow().ips().getFirst();
    assertThat(pod.output(two, "ip", "addr", "show", "eth0")).contains(ip);
  }

  @Test
  void parametersOfTheNodeAreRefusedAndNothingIsLeft() {
    EmbeddedPod pod = pod("bad").with(Map.of("kernel.panic", "1"), DnsSettings.NONE);
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(pod::run)
        .withMessageContaining("kernel.panic");
    assertThat(runtime().sandboxes().list(null)).isEmpty();
    assertThat(pod("bad").run()).isNotNull();
  }

  @Test
  void containerThatTakesTooMuchMemoryIsSaidToBeKilledForIt() {
    EmbeddedPod pod = pod("greedy");
    ContainerId id =
        pod.started(
            pod.run(),
            "main",
            "x=$(head -c 200000000 /dev/zero | tr '\\000' x)",
            16 << 20,
            List.of());
    ContainerCondition.Exited end = exited(id);
    assertThat(end.reason()).isEqualTo("OOMKilled");
  }

  @Test
  void imageMayBeMountedAndIsReadOnly() {
    EmbeddedPod pod = pod("imaged");
    ContainerId id =
        pod.started(
            pod.run(),
            "main",
            "exec sleep 3600",
            0,
            List.of(EmbeddedPod.imageMount("/other", LocalImages.BUSYBOX)));
    assertThat(pod.output(id, "cat", "/other/etc/passwd")).contains("nobody");
    assertThat(pod.output(id, "sh", "-c", "touch /other/x || echo refused")).contains("refused");
  }

  @Test
  void nextLifeFindsEverythingAgain() throws IOException {
    EmbeddedPod pod = pod("again");
    SandboxId sandbox = pod.run();
    ContainerId runs = pod.started(sandbox, "runs", "exec sleep 3600");
    ContainerId ended = pod.started(sandbox, "ended", "exit 4");
    ContainerId created = pod.created(sandbox, "created", "exec sleep 3600", 0, List.of());
    exited(ended);
    ContainerId later = pod.started(sandbox, "later", "sleep 1; exit 6");
    ObservedSandbox before = runtime().sandboxes().status(sandbox).orElseThrow();
    ObservedContainer running = runtime().containers().status(runs).orElseThrow();
    node().leave();
    Await.until(
        "an exit that nobody sees",
        PATIENCE,
        () -> Files.exists(directory.resolve("run/exits/" + later.value())),
        () -> "");
    node().open();
    assertThat(runtime().sandboxes().status(sandbox)).contains(before);
    assertThat(runtime().containers().status(runs)).contains(running);
    assertThat(exited(ended).exitCode()).isEqualTo(4);
    assertThat(exited(later).exitCode()).isEqualTo(6);
    assertThat(pod.output(runs, "echo", "hello")).isEqualTo("hello\n");
    runtime().containers().start(created);
    assertThat(runtime().containers().status(created).orElseThrow().running()).isTrue();
    assertThatExceptionOfType(OutsideFailure.class).isThrownBy(pod::run);
    runtime().containers().stop(runs, Duration.ZERO);
    assertThat(exited(runs).exitCode()).isEqualTo(137);
  }

  @Test
  void afterARebootEverythingIsFoundStopped() throws IOException {
    EmbeddedPod pod = pod("boot");
    SandboxId sandbox = pod.run();
    ContainerId runs = pod.started(sandbox, "runs", "exec sleep 3600");
    ContainerId ended = pod.started(sandbox, "ended", "exit 4");
    exited(ended);
    // A machine that goes down takes its processes with it.
    long pid = Long.parseLong(Files.readString(bundle(runs).resolve("pid")).strip());
    long monitor = Long.parseLong(Files.readString(bundle(runs).resolve("conmon.pid")).strip());
    node().leave();
    ProcessHandle.of(monitor).ifPresent(ProcessHandle::destroyForcibly);
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    Files.writeString(directory.resolve("run/boot"), "another");
    node().open();
    assertThat(runtime().sandboxes().status(sandbox).orElseThrow().ready()).isFalse();
    assertThat(exited(runs).reason()).isEqualTo("Unknown");
    assertThat(exited(ended).exitCode()).isEqualTo(4);
    runtime().sandboxes().remove(sandbox);
    assertThat(pod.run()).isNotEqualTo(sandbox);
  }

  private Path bundle(ContainerId id) {
    return directory.resolve("run/c").resolve(id.value());
  }

  @Test
  void containerWhoseMonitorIsGoneIsEnded() throws IOException {
    EmbeddedPod pod = pod("lost");
    ContainerId id = pod.started(pod.run(), "main", "exec sleep 3600");
    long monitor = Long.parseLong(Files.readString(bundle(id).resolve("conmon.pid")).strip());
    ProcessHandle.of(monitor).ifPresent(ProcessHandle::destroyForcibly);
    assertThat(exited(id).message()).contains("monitor");
  }

  @Test
  void damagedRecordIsSetAsideAndTold() throws IOException {
    SandboxId sandbox = pod("damaged").run();
    node().leave();
    Path file = directory.resolve("root/sandboxes").resolve(sandbox.value() + "/record.json");
    String good = Files.readString(file);
    Files.writeString(file, good.substring(0, good.length() / 2));
    node().open();
    assertThat(runtime().sandboxes().list(null)).isEmpty();
    assertThat(node().journal().toString()).contains(file.toString());
    // The sandbox is nobody's then, and goes.
    assertThat(directory.resolve("run/p").resolve(sandbox.value())).doesNotExist();
    dev.jubelet.linux.file.SafeTree.remove(
        directory.resolve("root/sandboxes"), Path.of("damaged-" + sandbox.value()));
  }
}

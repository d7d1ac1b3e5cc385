package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.app.host.LocalImages;
import dev.jubelet.model.container.MountPropagationMode;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.config.DnsSettings;
import dev.jubelet.model.runtime.config.IdRange;
import dev.jubelet.model.runtime.config.MountSpec;
import dev.jubelet.model.runtime.config.NamespaceOptions.IdMapping;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
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

/** Pods whose users are nobody on the node. */
final class EmbeddedUsersIT {
  private static final IdRange USERS = new IdRange(500000, 65536);

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
    assertThat(directory.resolve("root/containers")).isEmptyDirectory();
    assertThat(directory.resolve("root/sandboxes")).isEmptyDirectory();
    for (String place : List.of("roots", "mapped")) {
      assertThat(directory.resolve("images").resolve(place)).isEmptyDirectory();
    }
    for (String place : List.of("a", "c", "p", "exits", "oci/" + EmbeddedNode.OCI)) {
      assertThat(directory.resolve("run").resolve(place)).isEmptyDirectory();
    }
    assertThat(directory.resolve("run/users-probe")).doesNotExist();
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
    return EmbeddedPod.on(node(), name).withUsers(USERS);
  }

  private static Object owner(Path file) throws IOException {
    return Files.getAttribute(file, "unix:uid");
  }

  private long pid(ContainerId id) throws IOException {
    Path file = directory.resolve("run/c").resolve(id.value()).resolve("pid");
    return Long.parseLong(Files.readString(file).strip());
  }

  @Test
  void rootInsideIsNobodyOutsideAndEverythingInsideIsItsOwn() throws IOException {
    assertThat(runtime().facts().features().handler("").userNamespaces()).isTrue();
    EmbeddedPod pod =
        pod("own")
            .with(
                Map.of("net.ipv4.ip_unprivileged_port_start", "77", "kernel.msgmax", "9999"),
                DnsSettings.NONE);
    SandboxId sandbox = pod.run();
    ContainerId one = pod.started(sandbox, "one", "exec sleep 3600");
    ContainerId two = pod.started(sandbox, "two", "exec sleep 3600");
    assertThat(pod.output(one, "cat", "/proc/self/uid_map")).matches("\\s+0 +500000 +65536\\s+");
    assertThat(pod.output(one, "cat", "/proc/self/gid_map")).matches("\\s+0 +500000 +65536\\s+");
    assertThat(Files.readString(Path.of("/proc/" + pid(one) + "/status")))
        .contains("Uid:\t500000\t500000\t500000\t500000", "Gid:\t500000\t");
    assertThat(pod.output(one, "stat", "-c", "%u:%g", "/", "/bin", "/dev/shm", "/etc/hosts"))
        .isEqualTo("0:0\n".repeat(4));
    assertThat(pod.output(one, "sh", "-c", "echo mine > /bin/x; chown 7 /bin/x; cat /bin/x"))
        .isEqualTo("mine\n");
    assertThat(owner(directory.resolve("images/roots/" + one.value() + "/upper/bin/x")))
        .isEqualTo(500007);
    pod.output(one, "sh", "-c", "echo left > /dev/shm/note; echo 192.0.2.1 a >> /etc/hosts");
    assertThat(pod.output(two, "cat", "/dev/shm/note")).isEqualTo("left\n");
    assertThat(pod.output(two, "cat", "/etc/hosts")).contains("192.0.2.1 a");
    assertThat(pod.output(one, "hostname")).isEqualTo("own\n");
    assertThat(pod.output(one, "cat", "/proc/sys/net/ipv4/ip_unprivileged_port_start"))
        .isEqualTo("77\n");
    assertThat(pod.output(one, "cat", "/proc/sys/kernel/msgmax")).isEqualTo("9999\n");
    String ip = runtime().sandboxes().status(sandbox).orElseThrow().ips().getFirst();
    assertThat(pod.output(two, "ip", "addr", "show", "eth0")).contains(ip);
    // What it was started with is its own now.
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain("run/c/");
    runtime().containers().stop(one, Duration.ZERO);
    assertThat(pod.output(two, "id", "-u")).isEqualTo("0\n");
  }

  private MountSpec mount(String place, Path source) {
    return new MountSpec(place, source.toString(), false, false, false, MountPropagationMode.NONE)
        .mapped(List.of(USERS.mapping()));
  }

  @Test
  void filesOfVolumesAreWhoseTheyAreInsideAndOutside() throws IOException {
    Path volume = Files.createDirectory(directory.resolve("volume"));
    Files.writeString(volume.resolve("before"), "x");
    Path single = Files.writeString(directory.resolve("single"), "x");
    EmbeddedPod pod = pod("volumes");
    ContainerId id =
        pod.started(
            pod.run(),
            "main",
            "exec sleep 3600",
            0,
            List.of(
                mount("/data", volume),
                mount("/single", single),
                EmbeddedPod.imageMount("/other", LocalImages.BUSYBOX)
                    .mapped(List.of(USERS.mapping()))));
    assertThat(
            pod.output(id, "stat", "-c", "%u", "/data", "/data/before", "/single", "/other/bin/sh"))
        .isEqualTo("0\n".repeat(4));
    pod.output(id, "sh", "-c", "echo y > /data/after; chown 8:9 /data/after; echo y > /single");
    assertThat(volume.resolve("after")).hasContent("y");
    assertThat(owner(volume.resolve("after"))).isEqualTo(8);
    assertThat(single).hasContent("y");
    assertThat(pod.output(id, "sh", "-c", "touch /other/x || echo refused")).contains("refused");
  }

  @Test
  void volumeThatCannotBeTheirsIsNamedAndNothingIsLeft() {
    EmbeddedPod pod = pod("bad");
    SandboxId sandbox = pod.run();
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() ->
            pod.created(
                sandbox, "proc", "true", 0, List.of(mount("/data", Path.of("/proc/sys/net")))))
        .withMessageContaining("/data")
        .withMessageContaining("cannot show its files as if they were the pod's own");
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() ->
            pod.created(
                sandbox,
                "other",
                "true",
                0,
                List.of(mount("/data", directory).mapped(List.of(new IdMapping(0, 0, 65536))))))
        .withMessageContaining("not mapped as the pod's");
    assertThat(runtime().containers().list(null)).isEmpty();
  }

  @Test
  void containersMaySeeEachOthersProcessesAmongTheirUsers() {
    EmbeddedPod pod = pod("shared").sharingProcesses();
    SandboxId sandbox = pod.run();
    pod.started(sandbox, "one", "exec sleep 1234");
    ContainerId two = pod.started(sandbox, "two", "exec sleep 4321");
    assertThat(pod.output(two, "ps", "-o", "user,args"))
        .contains("/pause", "sleep 1234", "sleep 4321");
    assertThat(pod.output(two, "stat", "-c", "%u", "/proc/1")).isEqualTo("0\n");
  }

  @Test
  void nextLifeFindsUsersAgain() throws IOException {
    EmbeddedPod pod = pod("again");
    SandboxId sandbox = pod.run();
    ContainerId runs = pod.started(sandbox, "runs", "exec sleep 3600");
    ContainerId created = pod.created(sandbox, "created", "exec sleep 3600", 0, List.of());
    node().leave();
    node().open();
    assertThat(pod.output(runs, "cat", "/proc/self/uid_map")).contains("500000");
    runtime().containers().start(created);
    ContainerId later = pod.started(sandbox, "later", "exec sleep 3600");
    assertThat(pod.output(later, "readlink", "/proc/self/ns/user"))
        .isEqualTo(pod.output(runs, "readlink", "/proc/self/ns/user"))
        .isEqualTo(pod.output(created, "readlink", "/proc/self/ns/user"))
        .isNotEqualTo(Files.readSymbolicLink(Path.of("/proc/self/ns/user")) + "\n");
  }
}

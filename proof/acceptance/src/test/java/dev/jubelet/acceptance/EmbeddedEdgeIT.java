package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.acceptance.host.HostCgroups;
import dev.jubelet.linux.file.SafeTree;
import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerEvent;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.SandboxId;
import dev.jubelet.model.runtime.UsageFigure;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where something goes wrong around the embedded runtime: monitors, callers, records. */
final class EmbeddedEdgeIT {
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
    assertThat(HostCgroups.directories(node.cgroupParent().substring(1))).isEmpty();
    assertThat(addresses()).isEmpty();
    for (String place :
        List.of(
            "root/containers",
            "root/sandboxes",
            "images/roots",
            "run/a",
            "run/c",
            "run/p",
            "run/exits",
            "run/oci/" + EmbeddedNode.OCI)) {
      assertThat(directory.resolve(place)).isEmptyDirectory();
    }
  }

  private EmbeddedNode node() {
    EmbeddedNode node = started;
    if (node == null) {
      throw new IllegalStateException("not started");
    }
    return node;
  }

  private EmbeddedPod pod(String name) {
    return EmbeddedPod.on(node(), name);
  }

  private List<String> addresses() throws IOException {
    if (!Files.isDirectory(directory.resolve("ipam"))) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory.resolve("ipam"))) {
      return all.map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.startsWith("10.88."))
          .toList();
    }
  }

  private long number(String id, String file) throws IOException {
    Path place = directory.resolve("run/c").resolve(id).resolve(file);
    return Long.parseLong(Files.readString(place).strip());
  }

  private static void kill(long pid) {
    assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
  }

  /** Follows the events until the test's end. */
  private BlockingQueue<ContainerEvent> events() throws InterruptedException {
    BlockingQueue<ContainerEvent> told = new LinkedBlockingQueue<>();
    CountDownLatch connected = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(() -> {
          try {
            node().runtime().events().follow(connected::countDown, told::add);
          } catch (OutsideFailure closed) {
            // The node ended first.
          }
        });
    assertThat(connected.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return told;
  }

  private static ContainerEvent next(
      BlockingQueue<ContainerEvent> told, ContainerEvent.Kind kind, String id) throws Exception {
    while (true) {
      ContainerEvent event = told.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(event).as(kind + " " + id).isNotNull();
      if (event.kind() == kind && event.containerId().equals(id)) {
        return event;
      }
    }
  }

  @Test
  void endOfAContainerWhoseMonitorIsKilledIsToldAtOnce() throws Exception {
    EmbeddedPod pod = pod("lost");
    ContainerId id = pod.started(pod.run(), "main", "sleep 3601 & exec sleep 3600");
    long process = number(id.value(), "pid");
    BlockingQueue<ContainerEvent> told = events();
    long begin = System.nanoTime();
    kill(number(id.value(), "conmon.pid"));
    // Nobody asks for its status meanwhile.
    ContainerEvent event = next(told, ContainerEvent.Kind.STOPPED, id.value());
    assertThat(event).isNotNull();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
    Await.until(
        "the process is gone", PATIENCE, () -> Files.notExists(Path.of("/proc/" + process)));
    ContainerCondition end = node().runtime().containers().status(id).orElseThrow().condition();
    assertThat(end)
        .isInstanceOfSatisfying(
            ContainerCondition.Exited.class,
            exited -> {
              assertThat(exited.exitCode()).isEqualTo(137);
              assertThat(exited.reason()).isEqualTo("Error");
              assertThat(exited.message()).contains("monitor");
            });
  }

  @Test
  void monitorThatIsKilledInALaterLifeIsNoticedToo() throws Exception {
    EmbeddedPod pod = pod("later");
    ContainerId id = pod.started(pod.run(), "main", "exec sleep 3600");
    node().leave();
    node().open();
    BlockingQueue<ContainerEvent> told = events();
    kill(number(id.value(), "conmon.pid"));
    assertThat(next(told, ContainerEvent.Kind.STOPPED, id.value())).isNotNull();
  }

  @Test
  void endOfAPodsFirstProcessIsToldAlsoWithoutItsMonitor() throws Exception {
    EmbeddedPod pod = pod("pause").sharingProcesses();
    SandboxId sandbox = pod.run();
    BlockingQueue<ContainerEvent> told = events();
    kill(number(sandbox.value(), "conmon.pid"));
    assertThat(node().runtime().sandboxes().status(sandbox).orElseThrow().ready()).isTrue();
    kill(number(sandbox.value(), "pid"));
    assertThat(next(told, ContainerEvent.Kind.STOPPED, sandbox.value())).isNotNull();
    assertThat(node().runtime().sandboxes().status(sandbox).orElseThrow().ready()).isFalse();
  }

  @Test
  void whoeverAsksAgainAfterAnInterruptedCallGetsWhatWasMade() throws Exception {
    List<SandboxId> made = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      EmbeddedPod pod = pod("hasty-" + round);
      AtomicReference<@Nullable SandboxId> first = new AtomicReference<>();
      AtomicReference<Boolean> unheard = new AtomicReference<>(false);
      Thread caller =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  SandboxId id = pod.run();
                  unheard.set(Thread.currentThread().isInterrupted());
                  first.set(id);
                } catch (OutsideFailure interrupted) {
                  // What it had begun is undone.
                }
              });
      boolean _ = caller.join(Duration.ofMillis(10L * round));
      caller.interrupt();
      caller.join();
      SandboxId answered = first.get();
      if (answered != null && !unheard.get()) {
        assertRefused(pod);
        made.add(answered);
        continue;
      }
      made.add(answered == null ? pod.run() : claimed(pod, answered));
      assertRefused(pod);
    }
    assertThat(node().runtime().sandboxes().list(null)).hasSize(made.size());
  }

  /** The interrupt may have come after the call had looked for one, and before its answer. */
  private static SandboxId claimed(EmbeddedPod pod, SandboxId answered) {
    try {
      assertThat(pod.run()).isEqualTo(answered);
    } catch (OutsideFailure heard) {
      assertThat(heard.kind()).isEqualTo(FailureKind.ALREADY_EXISTS);
    }
    return answered;
  }

  /** As containerd answers: who asks twice has made a mistake. */
  private static void assertRefused(EmbeddedPod pod) {
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(pod::run)
        .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind);
  }

  @Test
  void containerOfTheSameNameAndAttemptIsRefused() {
    EmbeddedPod pod = pod("twice");
    SandboxId sandbox = pod.run();
    pod.created(sandbox, "main", "true", 0, List.of());
    assertThatExceptionOfType(OutsideFailure.class)
        .isThrownBy(() -> pod.created(sandbox, "main", "true", 0, List.of()))
        .returns(FailureKind.ALREADY_EXISTS, OutsideFailure::kind);
  }

  @Test
  void whatBelongsToADamagedRecordIsClearedAway() throws Exception {
    EmbeddedPod pod = pod("damaged");
    SandboxId sandbox = pod.run();
    ContainerId id = pod.started(sandbox, "main", "exec sleep 3600");
    SandboxId good = pod("good").run();
    long process = number(id.value(), "pid");
    assertThat(addresses()).hasSize(2);
    node().leave();
    Path record = directory.resolve("root/sandboxes").resolve(sandbox + "/record.json");
    Files.writeString(record, "{");
    node().open();
    assertThat(node().journal().toString()).contains(record.toString());
    assertThat(node().runtime().sandboxes().list(null)).hasSize(1);
    assertThat(node().runtime().sandboxes().status(good).orElseThrow().ready()).isTrue();
    assertThat(node().runtime().containers().list(null)).isEmpty();
    assertThat(Path.of("/proc/" + process)).doesNotExist();
    assertThat(addresses()).hasSize(1);
    for (String place : List.of("run/p/" + sandbox, "run/c/" + id, "root/containers/" + id)) {
      assertThat(directory.resolve(place)).doesNotExist();
    }
    assertThat(pod.run()).as("the name is free again").isNotEqualTo(sandbox);
    // A person has seen it.
    SafeTree.remove(directory.resolve("root/sandboxes"), Path.of("damaged-" + sandbox));
    // The pod's own cgroup is the kubelet's, which takes it away.
    node()
        .runtime()
        .sandboxes()
        .list(null)
        .forEach(each -> node().runtime().sandboxes().remove(each.id()));
    HostCgroups.remove(node().cgroupParent().substring(1));
  }

  @Test
  void everythingThatRunsIsMeasured() {
    EmbeddedPod pod = pod("measured");
    SandboxId sandbox = pod.run();
    ContainerId id = pod.started(sandbox, "main", "exec sleep 3600");
    var figures = node().runtime().stats().figures();
    assertThat(figures.get(id.value()))
        .extracting(UsageFigure::metric)
        .map(Object::toString)
        .contains(
            "CPU_USAGE", "CPU_USER", "MEMORY_RSS", "MEMORY_WORKING_SET", "PROCESSES", "THREADS")
        .contains("FILE_DESCRIPTORS", "ULIMITS", "FS_USAGE", "FS_LIMIT", "START_TIME", "LAST_SEEN");
    assertThat(figures.get(sandbox.value()))
        .extracting(figure -> figure.metric() + "" + figure.labels())
        .contains("NET_RX_BYTES[eth0]", "NET_TX_PACKETS[eth0]", "MEMORY_USAGE[]");
  }
}

package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process may be killed between any two instructions. */
final class EmbeddedKillIT {
  private static final int ROUNDS = Sizes.of("kills", 12, 60);
  private static final int STEPS_MAX = 60;
  private static final Duration STORM = Duration.ofSeconds(60);
  private static final int PODS_MAX = 4000;

  @TempDir Path directory = Path.of("");

  @Test
  void killedProcessLosesDoublesAndLeaksNothing() throws Exception {
    RealParts.requireRoot();
    Random random = new Random(7);
    try (EmbeddedNode first = new EmbeddedNode(directory)) {
      first.leave();
      for (int round = 0; round < ROUNDS; round++) {
        storm(round, 1 + random.nextInt(STEPS_MAX));
        first.open();
        everythingListedIsTrue(first, round);
        first.leave();
      }
      first.open();
      for (ObservedSandbox each : first.runtime().sandboxes().list(null)) {
        first.runtime().sandboxes().remove(each.id());
      }
      nothingIsLeft(first);
    }
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(directory.toString());
    assertThat(Path.of("/sys/fs/cgroup/memory/jubelet-it-" + directory.getFileName()))
        .doesNotExist();
  }

  /** Kills it when it has done so many steps, in the middle of what it does beside the last. */
  private void storm(int round, int steps) throws Exception {
    Process storm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedStorm.class.getName(),
                directory.toString(),
                Integer.toString(round))
            .redirectError(new File(directory.toFile(), "storm-" + round + ".err"))
            .start();
    try {
      BufferedReader said = storm.inputReader();
      CompletableFuture.runAsync(() -> followed(said, steps))
          .get(STORM.toSeconds(), TimeUnit.SECONDS);
    } finally {
      storm.destroyForcibly();
      storm.waitFor();
    }
  }

  private static void followed(BufferedReader said, int steps) {
    try {
      assertThat(said.readLine()).isEqualTo("open");
      for (int i = 0; i < steps; i++) {
        assertThat(said.readLine()).isNotNull().doesNotStartWith("failed");
      }
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /** What is said to run has its process, and what is said to be ready its network. */
  private void everythingListedIsTrue(EmbeddedNode node, int round) throws IOException {
    assertThat(node.journal()).as("round " + round).noneMatch(line -> line.startsWith("ERROR"));
    List<ObservedSandbox> sandboxes = node.runtime().sandboxes().list(null);
    assertThat(sandboxes).hasSizeLessThan(PODS_MAX);
    for (ObservedSandbox each : sandboxes) {
      if (each.ready()) {
        assertThat(node.runtime().sandboxes().status(each.id()).orElseThrow().ips()).hasSize(1);
        assertThat(directory.resolve("run/p/" + each.id() + "/net")).exists();
      }
    }
    for (ObservedContainer each : node.runtime().containers().list(null)) {
      ObservedContainer status = node.runtime().containers().status(each.id()).orElseThrow();
      switch (status.condition()) {
        case ContainerCondition.Running _ -> {
          String pid = Files.readString(directory.resolve("run/c/" + each.id() + "/pid")).strip();
          assertThat(Path.of("/proc", pid)).exists();
        }
        case ContainerCondition.Exited exited ->
            assertThat(exited.exitCode()).as(each.name() + " " + exited).isIn(0, 5, 137, 143);
        case ContainerCondition.Created _ -> {}
        case ContainerCondition.Unknown _ -> throw new AssertionError(status.toString());
      }
    }
  }

  private void nothingIsLeft(EmbeddedNode node) throws IOException {
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
    try (Stream<Path> addresses = Files.walk(directory.resolve("ipam"))) {
      assertThat(addresses.map(file -> String.valueOf(file.getFileName())))
          .noneMatch(name -> name.startsWith("10.88."));
    }
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      assertThat(
              all.filter(
                      each -> each.info().commandLine().orElse("").contains(directory.toString()))
                  .map(each -> each.info().commandLine().orElse(""))
                  .filter(line -> line.contains("conmon")))
          .isEmpty();
    }
    assertThat(node.runtime().containers().list(null)).isEmpty();
  }
}

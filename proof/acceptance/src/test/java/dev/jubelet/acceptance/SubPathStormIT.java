package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.linux.mount.MountTable;
import dev.jubelet.linux.mount.Mounts;
import dev.jubelet.model.node.NodeFacts;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.testkit.FakeObjects;
import dev.jubelet.testkit.Pods;
import dev.jubelet.volumes.NodeVolumes;
import dev.jubelet.volumes.pod.PodPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A container exchanges a directory of a shared volume with links that lead out of it, as fast as
 * it can, while parts of that volume are given to others.
 */
final class SubPathStormIT {
  private static final int ATTEMPTS = 5000;
  private static final int PODS = 30;
  private static final Duration START = Duration.ofSeconds(90);
  private static final Map<String, Integer> RENAMEAT2 = Map.of("amd64", 316, "aarch64", 276);

  // What every attempt has to find, from which part of the volume.
  private static final List<String> PARTS = List.of("a", "a/inner", "a/new/deep");

  @Test
  void noPartLeadsOutOfItsVolumeWhateverAContainerExchanges() throws Exception {
    RealParts.required("perl", Stream.of(Path.of("/usr/bin/perl")).filter(Files::exists).findAny());
    try (RealNode node = RealParts.node(TestRuntime.EMBEDDED)) {
      Path canary = canary(node);
      Path volume = volume(node, canary);
      node.startKubelet();
      Ledger before = node.survey().take();
      node.drop("exchanger", exchanger(volume));
      Path count = node.directory().resolve("count/exchanges");
      node.waitFor("the container exchanges", START, () -> number(count) > 0);
      long atFirst = number(count);

      int bound = storm(node, volume, canary);
      long exchanges = number(count) - atFirst;
      assertThat(exchanges).as("exchanges during the attempts").isGreaterThan(ATTEMPTS);
      assertThat(bound).as("of " + ATTEMPTS + " bound").isGreaterThan(ATTEMPTS / 2);

      realPods(node, volume);
      assertUntouched(canary);
      node.remove("exchanger");
      node.waitForEqual(before, START);
      System.out.println(bound + " of " + ATTEMPTS + " bound, " + exchanges + " exchanges");
    }
  }

  /** Looks like what the volume has, but for its mark. */
  private static Path canary(RealNode node) throws IOException {
    Path canary = node.directory().resolve("canary");
    Files.createDirectories(canary.resolve("inner"));
    Files.createDirectories(canary.resolve("new"));
    Files.writeString(canary.resolve("mark"), "outside");
    Files.writeString(canary.resolve("inner/mark"), "outside");
    return canary;
  }

  /**
   * {@code a} is the directory, and three links wait for its place: the last is the host's root.
   */
  private static Path volume(RealNode node, Path canary) throws IOException {
    Files.createDirectories(node.directory().resolve("count"));
    Path volume = Files.createDirectory(node.directory().resolve("shared"));
    Files.createDirectories(volume.resolve("a/inner"));
    Files.writeString(volume.resolve("a/mark"), "inside");
    Files.writeString(volume.resolve("a/inner/mark"), "inside");
    Files.createSymbolicLink(volume.resolve("l0"), Path.of("../canary"));
    Files.createSymbolicLink(volume.resolve("l1"), canary);
    Files.createSymbolicLink(volume.resolve("l2"), Path.of("/"));
    return volume;
  }

  /** With the host's perl, the one program of every Debian that can call the kernel by number. */
  private static String exchanger(Path volume) {
    Integer call = RENAMEAT2.get(System.getProperty("os.arch"));
    assertThat(call).as("number of renameat2 on " + System.getProperty("os.arch")).isNotNull();
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: exchanger}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: main
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        workingDir: /shared
        command:
        - /host/usr/bin/perl
        - -e
        - |
          my ($n, $a) = (0, "a");
          while (1) {
            my $l = "l" . ($n / 2 %% 3);
            die "$!" if syscall(%1$d, -100, $a, -100, $l, 2) != 0;
            $n++;
            if ($n %% 1000 == 0) {
              open(F, ">", "/count/next"); print F $n; close F;
              rename("/count/next", "/count/exchanges");
            }
          }
        volumeMounts:
        - {name: shared, mountPath: /shared}
        - {name: count, mountPath: /count}
        - {name: usr, mountPath: /host/usr, readOnly: true}
        - {name: lib, mountPath: /lib, readOnly: true}
        - {name: lib64, mountPath: /lib64, readOnly: true}
      volumes:
      - {name: shared, hostPath: {path: %2$s}}
      - {name: count, hostPath: {path: %3$s}}
      - {name: usr, hostPath: {path: /usr}}
      - {name: lib, hostPath: {path: /usr/lib}}
      - {name: lib64, hostPath: {path: /usr/lib64}}
    """
        .formatted(call, volume, volume.resolveSibling("count"));
  }

  /** What the node does for a container with a subPath, and the bind that its runtime makes. */
  private static int storm(RealNode node, Path volume, Path canary) throws IOException {
    Path root = node.directory().resolve("driver");
    Path rootfs = Files.createDirectories(node.directory().resolve("rootfs"));
    NodeVolumes volumes =
        new NodeVolumes(
            new NodeVolumes.Context(
                PodPaths.open(root, root.resolve("log"), root.resolve("links")),
                new FakeObjects(),
                new NodeFacts("node-1", Map.of(), Map.of(), Map.of(), "linux", "amd64"),
                Instant::now,
                (_, _, _, _, _) -> {}));
    int bound = 0;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Pod pod = pod("u" + attempt % 7, volume);
      String subPath = PARTS.get(attempt % PARTS.size());
      try {
        String path = volumes.mount(pod, pod.spec().volumes().getFirst());
        Path part =
            Path.of(
                volumes.part(
                    pod, pod.spec().volumes().getFirst(), "main", attempt % 3, path, subPath));
        Mounts.bind(part, rootfs, true);
        try {
          assertInside(rootfs, subPath);
          bound++;
        } finally {
          Mounts.unmountLazily(rootfs);
        }
      } catch (OutsideFailure refused) {
        assertThat(refused).hasMessageContaining("leads out of its volume");
      }
      if (attempt % 11 == 0) {
        volumes.unmountAll(pod.uid());
      }
    }
    for (int pod = 0; pod < 7; pod++) {
      volumes.unmountAll(pod("u" + pod, volume).uid());
    }
    assertThat(MountTable.read().beneath(root)).as("mounts left").isEmpty();
    assertUntouched(canary);
    return bound;
  }

  private static Pod pod(String uid, Path volume) {
    return Pods.fromYaml(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: p, namespace: default, uid: %s}
        spec:
          containers: [{name: main, image: "localhost/busybox:1"}]
          volumes: [{name: v, hostPath: {path: %s}}]
        """
            .formatted(uid, volume));
  }

  private static void assertInside(Path seen, String subPath) {
    if (subPath.endsWith("deep")) {
      assertThat(seen).isEmptyDirectory();
    } else {
      assertThat(seen.resolve("mark")).hasContent("inside");
      assertThat(seen.resolve("etc")).doesNotExist();
    }
  }

  private static void assertUntouched(Path canary) {
    assertThat(canary.resolve("mark")).hasContent("outside");
    assertThat(canary.resolve("new")).as("nothing is made outside").isEmptyDirectory();
    assertThat(Path.of("/new")).doesNotExist();
  }

  /** Real containers write down what they see. */
  private static void realPods(RealNode node, Path volume) throws IOException {
    Path seen = Files.createDirectory(node.directory().resolve("seen"));
    for (int i = 0; i < PODS; i++) {
      node.drop("part-" + i, reader("part-" + i, PARTS.get(i % PARTS.size()), volume, seen));
    }
    node.waitFor(
        "every pod with a part has told what it sees", START, () -> files(seen).size() == PODS);
    for (int i = 0; i < PODS; i++) {
      String expected = PARTS.get(i % PARTS.size()).endsWith("deep") ? "nothing" : "inside";
      assertThat(seen.resolve("part-" + i)).hasContent(expected);
      node.remove("part-" + i);
    }
  }

  private static String reader(String name, String subPath, Path volume, Path seen) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %1$s}
    spec:
      terminationGracePeriodSeconds: 1
      containers:
      - name: main
        image: localhost/busybox:1
        imagePullPolicy: IfNotPresent
        command:
        - /bin/sh
        - -c
        - |
          if [ -z "$(ls -A /part)" ]; then text=nothing; else text=$(cat /part/mark); fi
          [ ! -e /part/etc ] || text=root
          printf %%s "$text" > /seen/.%1$s && mv /seen/.%1$s /seen/%1$s
          trap exit TERM; sleep 3600 & wait
        volumeMounts:
        - {name: shared, mountPath: /part, subPath: %2$s}
        - {name: seen, mountPath: /seen}
      volumes:
      - {name: shared, hostPath: {path: %3$s}}
      - {name: seen, hostPath: {path: %4$s}}
    """
        .formatted(name, subPath, volume, seen);
  }

  private static List<Path> files(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(path -> !path.getFileName().toString().startsWith(".")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static long number(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException notYet) {
      return 0;
    }
  }
}

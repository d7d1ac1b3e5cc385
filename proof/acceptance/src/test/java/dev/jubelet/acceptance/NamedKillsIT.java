package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.host.Tool;
import dev.jubelet.linux.process.ProcessIdentity;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process of ours at named points of its work. The life after it says only what is true,
 * does what was asked for when it is asked again, and in the end nothing is left.
 */
final class NamedKillsIT {
  private static final int KILLS_MIN = 100;

  /** So many rounds; those beyond the table are of its points, the n-th time that they come by. */
  private static final int ROUNDS = Sizes.of("kills", 0, 200);

  private static final long SEED = Long.getLong("jubelet.seed", 1);
  private static final int HITS_MAX = 8;
  private static final String ONLY = System.getProperty("jubelet.point", "");

  @TempDir Path directory = Path.of("");
  @TempDir Path elsewhere = Path.of("");

  @Test
  void nothingIsLostDoubledOrLeakedByAKill() throws IOException {
    RealParts.requireRoot();
    List<List<KillPoint>> table = table();
    int kills;
    List<String> failures;
    try (LocalRegistry registry =
        LocalRegistry.startHere(RealParts.registry(), elsewhere.resolve("registry"))) {
      String image = LayeredImage.push(registry, elsewhere.resolve("image"));
      try (EmbeddedNode node = new EmbeddedNode(directory, KillStage.NETWORK)) {
        KillRounds rounds = new KillRounds(node, image, elsewhere);
        for (List<KillPoint> points : table) {
          rounds.round(points, true);
        }
        Random random = new Random(SEED);
        for (int i = table.size(); i < ROUNDS; i++) {
          rounds.round(other(table.get(random.nextInt(table.size())), random), false);
        }
        kills = rounds.kills();
        failures = rounds.failures();
      }
    }
    assertThat(failures).as("with seed " + SEED).isEmpty();
    assertThat(kills).isGreaterThanOrEqualTo(ONLY.isEmpty() ? KILLS_MIN : 1);
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(directory.toString());
    assertThat(Path.of("/sys/fs/cgroup/memory/jubelet-it-" + directory.getFileName()))
        .doesNotExist();
  }

  @Test
  void programThatEndedUnseenIsNotRunAgainWhileItsMonitorIsSlow() throws IOException {
    RealParts.requireRoot();
    try (EmbeddedNode node = new EmbeddedNode(directory, KillStage.NETWORK)) {
      KillStage stage = new KillStage(node, "late", "");
      KillScene.START_LATE.prepare(stage);
      Path bundle = directory.resolve("run/c").resolve(stage.container().orElseThrow().value());
      node.leave();
      KillPoint point =
          new KillPoint(
              KillScene.START_LATE, "runtime.monitor.Conmon", "launched", KillPoint.Side.ENTRY, 1);
      List<String> arguments = List.of(directory.toString(), point.scene().name(), "late", "");
      try (DoomedProcess process =
          DoomedProcess.start(elsewhere.resolve("late.out").toFile(), arguments)) {
        assertThat(process.killAt(point)).as(process.words()).isTrue();
      }
      String monitor = Files.readString(bundle.resolve("conmon.pid")).strip();
      long program = Long.parseLong(Files.readString(bundle.resolve("pid")).strip());
      Tool.of("kill", "-STOP", monitor).run();
      Thread later;
      try {
        Files.createFile(stage.notes().resolve("go"));
        Await.until(
            "the program ends",
            Duration.ofSeconds(20),
            () -> ProcessIdentity.of(program).isEmpty());
      } finally {
        later =
            Thread.ofVirtual()
                .start(() -> {
                  Await.pause(Duration.ofSeconds(1));
                  Tool.of("kill", "-CONT", monitor).run();
                });
      }
      node.open();
      KillScene.START_LATE.judge(stage);
      later.join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whichBootItIsIsNotWrittenAgainWhileContainersRun() throws IOException {
    RealParts.requireRoot();
    try (EmbeddedNode node = new EmbeddedNode(directory)) {
      Path file = directory.resolve("run/boot");
      Object first = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      FileTime written = Files.getLastModifiedTime(file);
      node.leave();
      node.open();
      assertThat(Files.readAttributes(file, BasicFileAttributes.class).fileKey()).isEqualTo(first);
      assertThat(Files.getLastModifiedTime(file)).isEqualTo(written);
    }
  }

  /** Every point once, and then pairs of lives: one dies, and the next one while it clears up. */
  private static List<List<KillPoint>> table() {
    List<List<KillPoint>> table = new ArrayList<>();
    KillPoints.all().forEach(point -> table.add(List.of(point)));
    KillPoint half =
        new KillPoint(
            KillScene.RUN, "runtime.sandbox.SandboxCreation", "make", KillPoint.Side.RETURN, 1);
    KillPoints.ofSecondLife().forEach(point -> table.add(List.of(half, point)));
    table.forEach(points -> points.forEach(point -> assertThat(point.places()).isNotEmpty()));
    table.removeIf(points -> !points.toString().contains(ONLY));
    return table;
  }

  private static List<KillPoint> other(List<KillPoint> points, Random random) {
    return points.stream().map(point -> point.at(1 + random.nextInt(HITS_MAX))).toList();
  }
}

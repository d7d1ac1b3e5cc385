package dev.jubelet.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.model.runtime.ContainerCondition;
import dev.jubelet.model.runtime.ContainerId;
import dev.jubelet.model.runtime.ObservedContainer;
import dev.jubelet.model.runtime.ObservedSandbox;
import dev.jubelet.network.CniNetworks;
import dev.jubelet.ports.runtime.Sandboxes;
import dev.jubelet.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Kill after kill on one node, each of which has to leave it as it was. */
final class KillRounds {
  private static final Duration RECOVERY = Duration.ofSeconds(5);
  private static final Duration LEAVING = Duration.ofSeconds(10);

  private final EmbeddedNode node;
  private final String image;
  private final Path scratch;
  private final List<String> failures = new ArrayList<>();
  private Ledger before;
  private int rounds;
  private int kills;

  /**
   * @param scratch for what processes say
   */
  KillRounds(EmbeddedNode node, String image, Path scratch) throws IOException {
    this.node = node;
    this.image = image;
    this.scratch = scratch;
    // Once as it should be: directories that are made when they are first needed are there then.
    KillScene.RUN.judge(new KillStage(node, "ordinary", ""));
    KillScene.PULL.judge(new KillStage(node, "pulled", image));
    removePods();
    this.before = KillLedger.of(node);
  }

  /** How many processes were killed at their point. */
  int kills() {
    return kills;
  }

  /** What went wrong, a paragraph for each round. */
  List<String> failures() {
    return failures;
  }

  /**
   * @param points the first for the life that does something, others for lives that come after it
   * @param mustHit whether a point that is not come by is a failure
   */
  void round(List<KillPoint> points, boolean mustHit) throws IOException {
    KillScene scene = points.getFirst().scene();
    KillStage stage = new KillStage(node, "k" + rounds++, scene.pulls() ? image : "");
    try {
      scene.prepare(stage);
      int told = node.journal().size();
      node.leave();
      try {
        for (KillPoint point : points) {
          kill(point, stage, mustHit);
        }
      } finally {
        reopen();
      }
      everythingListedIsTrue(told);
      scene.judge(stage);
      everythingListedIsTrue(told);
      removePods();
      Await.until(
          "nothing is left",
          LEAVING,
          () -> leftovers().isEmpty(),
          () -> String.join("\n", leftovers()));
    } catch (AssertionError | RuntimeException failed) {
      failures.add(points + "\n" + failed);
      removePods();
      before = KillLedger.of(node);
    }
  }

  private void reopen() throws IOException {
    long begun = System.nanoTime();
    node.open();
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("time of the recovery")
        .isLessThan(RECOVERY);
  }

  private void kill(KillPoint point, KillStage stage, boolean mustHit) throws IOException {
    Path said = scratch.resolve(stage.name() + ".out");
    List<String> arguments =
        List.of(node.directory().toString(), point.scene().name(), stage.name(), stage.image());
    try (DoomedProcess process = DoomedProcess.start(said.toFile(), arguments)) {
      if (process.killAt(point)) {
        kills++;
      } else if (mustHit) {
        throw new AssertionError(
            "it came by only " + process.hits() + " times and said: " + process.words());
      }
    }
  }

  private List<String> leftovers() {
    try {
      return Ledger.diff(before, KillLedger.of(node));
    } catch (IOException going) {
      return List.of(going.toString());
    }
  }

  private void removePods() {
    Sandboxes sandboxes = node.runtime().sandboxes();
    for (ObservedSandbox each : sandboxes.list(null)) {
      sandboxes.remove(each.id());
    }
  }

  /** What is said to run has its process, and what is said to be ready its network. */
  private void everythingListedIsTrue(int told) throws IOException {
    assertThat(node.journal().stream().skip(told))
        .noneMatch(line -> line.startsWith("ERROR"))
        .noneMatch(line -> line.contains("RuntimeRecovery") || line.contains("FailedCleanUp"));
    for (ObservedSandbox each : node.runtime().sandboxes().list(null)) {
      if (each.ready()) {
        assertThat(node.runtime().sandboxes().status(each.id()).orElseThrow().ips()).hasSize(1);
        assertThat(node.networks().check(each.id().value()))
            .isEqualTo(new CniNetworks.Checked.Intact());
      }
    }
    for (ObservedContainer each : node.runtime().containers().list(null)) {
      ObservedContainer status = node.runtime().containers().status(each.id()).orElseThrow();
      switch (status.condition()) {
        case ContainerCondition.Running _ -> runs(each.id());
        case ContainerCondition.Exited exited ->
            assertThat(exited.exitCode()).as("%s", exited).isIn(0, 5, 7, 137);
        case ContainerCondition.Created _ -> {}
        case ContainerCondition.Unknown _ -> throw new AssertionError(status.toString());
      }
    }
  }

  /** It may end just now, since it was told to; then that is said soon. */
  private void runs(ContainerId id) throws IOException {
    Path pid = node.directory().resolve("run/c/" + id + "/pid");
    Path process = Path.of("/proc", Files.readString(pid).strip());
    Await.until(
        process + " exists, or its end is told",
        Duration.ofSeconds(10),
        () ->
            Files.exists(process)
                || !(node.runtime().containers().status(id).orElseThrow().condition()
                    instanceof ContainerCondition.Running));
  }
}

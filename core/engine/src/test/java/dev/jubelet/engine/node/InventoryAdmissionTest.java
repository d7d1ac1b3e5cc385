package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.PodSource;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.runtime.ContainerScript;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may run on the node, and in which order they are asked. */
class InventoryAdmissionTest {
  private final InventoryBench node = new InventoryBench().started();

  private static String created(int hour) {
    return ", creationTimestamp: \"2026-01-01T0" + hour + ":00:00Z\"";
  }

  @Test
  void podThatFitsRuns() {
    node.deliver(asking("a", "u1", "1"));
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(1, 0, 1, 0, 0, 0));
  }

  @Test
  void podThatDoesNotFitIsRejectedAndNothingIsStarted() {
    node.deliver(asking("a", "u1", "600m"), asking("b", "u2", "600m"));
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.everStarted("u2")).isFalse();
    assertThat(node.phase("u2")).isEqualTo("Failed");
    assertThat(node.reason("u2")).isEqualTo("OutOfcpu");
    assertThat(node.bench.directories.present()).hasSize(1);
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(2, 0, 1, 0, 0, 1));
    assertThat(node.bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .contains("OutOfcpu");
  }

  @Test
  void rejectedPodIsNeverAdmittedLater() {
    Pod first = asking("a", "u1", "600m");
    Pod second = asking("b", "u2", "600m");
    node.deliver(first, second);
    node.deliver(second);
    node.bench.advanceSeconds(600);
    node.deliver(asking("b", "u2", "100m"));
    node.bench.advanceSeconds(600);
    assertThat(node.everStarted("u2")).isFalse();
    assertThat(node.phase("u2")).isEqualTo("Failed");
  }

  @Test
  void rejectedPodIsForgottenWithItsSource() {
    node.deliver(asking("b", "u2", "2"));
    node.deliver();
    assertThat(node.phase("u2")).isEqualTo("none");
    assertThat(node.inventory.counts()).isEqualTo(new NodeCounts(0, 0, 0, 0, 0, 0));
  }

  @Test
  void rejectedPodThatWasRemovedAndComesBackIsJudgedAnew() {
    node.deliver(asking("a", "u1", "600m"), asking("b", "u2", "600m"));
    node.deliver();
    node.bench.advanceSeconds(60);
    node.deliver(asking("b", "u2", "600m"));
    assertThat(node.runs("u2")).isTrue();
  }

  @Test
  void roomOfAPodThatEndsIsNotFreeYet() {
    node.bench.image("img:1", ContainerScript.forever().ignoringTerm());
    node.deliver(asking("a", "u1", "600m"));
    node.deliver(asking("b", "u2", "600m"));
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.reason("u2")).isEqualTo("OutOfcpu");
  }

  @Test
  void roomOfAPodThatIsDoneIsFree() {
    node.bench.image("done:1", ContainerScript.exits(0, Duration.ofSeconds(5)));
    Pod done =
        Bench.pod(
            "a",
            "u1",
            """
            restartPolicy: Never
            containers: [{name: a, image: "done:1", resources: {requests: {cpu: 600m}}}]
            """);
    node.deliver(done);
    node.bench.advanceSeconds(6);
    assertThat(node.inventory.counts().ended()).isEqualTo(1);
    node.deliver(done, asking("b", "u2", "600m"));
    assertThat(node.runs("u2")).isTrue();
    assertThat(node.phase("u1")).isEqualTo("Succeeded");
  }

  @Test
  void podsThatRanBeforeARestartKeepTheirPlace() {
    node.deliver(asking("a", "u1", "600m"));
    InventoryBench again = node.restarted();
    again.deliver(asking("b", "u2", "600m"), asking("a", "u1", "600m"));
    assertThat(again.runs("u1")).isTrue();
    assertThat(again.everStarted("u2")).isFalse();
    assertThat(again.reason("u2")).isEqualTo("OutOfcpu");
    assertThat(again.bench.newest(asking("a", "u1", "1").uid(), "a").orElseThrow().attempt())
        .as("it was not restarted")
        .isZero();
  }

  @Test
  void podThatRanBeforeAndMayNotRunAnyMoreIsEnded() {
    node.deliver(asking("a", "u1", "600m"));
    InventoryBench again = node.restarted(Bench.facts("100m", "110"), "file");
    again.deliver(asking("a", "u1", "600m"));
    again.bench.advanceSeconds(60);
    assertThat(again.runs("u1")).isFalse();
    assertThat(again.phase("u1")).isEqualTo("Failed");
  }

  @Test
  void olderPodsComeFirstWhateverTheOrderOfTheList() {
    node.deliver(
        asking("young", "u9", "600m", created(9)), asking("old", "u1", "600m", created(1)));
    assertThat(node.runs("u1")).as("the older one").isTrue();
    assertThat(node.reason("u9")).isEqualTo("OutOfcpu");
  }

  @Test
  void nothingIsLetInBeforeTheRuntimeHasBeenSeen() {
    InventoryBench blind = new InventoryBench();
    blind.bench.runtime.setAvailable(false);
    blind.started();
    blind.deliver(asking("a", "u1", "1"));
    assertThat(blind.inventory.counts().seated()).isZero();
    blind.bench.runtime.setAvailable(true);
    blind.bench.advanceSeconds(10);
    assertThat(blind.runs("u1")).isTrue();
  }

  @Test
  void deliveredProblemsAreToldAndDisturbNobody() {
    node.inventory.delivered(
        new PodSource.Delivery(
            "file", List.of(asking("a", "u1", "1")), List.of("b.yaml: line 3: no name")));
    node.moment();
    assertThat(node.runs("u1")).isTrue();
    assertThat(node.bench.journal.lines())
        .anySatisfy(line -> {
          assertThat(line.reason()).isEqualTo("BadManifest");
          assertThat(line.message()).isEqualTo("b.yaml: line 3: no name");
        });
  }
}

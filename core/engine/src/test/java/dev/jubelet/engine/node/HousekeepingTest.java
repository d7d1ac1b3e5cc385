package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.resources.PodCgroupValues;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.PodUid;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.testkit.RecordingJournal;
import dev.jubelet.testkit.fault.Fault;
import dev.jubelet.testkit.fault.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
  private final Bench bench = new Bench();
  private final List<List<PodUid>> found = new ArrayList<>();
  private final Housekeeping housekeeping =
      new Housekeeping(bench.directories, bench.cgroups, bench.node(), found::add);

  @Test
  void remainsOfDirectoriesAndCgroupsAreFoundOnce() {
    bench.directories.prepare(asking("a", "u2", "1"));
    bench.directories.prepare(asking("a", "u1", "1"));
    bench.cgroups.ensure(
        PodCgroupValues.of(asking("a", "u1", "1"), Bench.runSettings().settings()));
    bench.cgroups.ensure(
        PodCgroupValues.of(asking("a", "u3", "1"), Bench.runSettings().settings()));
    housekeeping.start();
    bench.run();
    assertThat(found)
        .containsExactly(List.of(new PodUid("u1"), new PodUid("u2"), new PodUid("u3")));
  }

  @Test
  void sweepsEveryFiveMinutes() {
    housekeeping.start();
    bench.advanceSeconds(601);
    assertThat(found).hasSize(3);
    assertThat(bench.takeCalls()).hasSize(6);
  }

  @Test
  void failureIsToldAndTheNextSweepComes() {
    bench.directories.prepare(asking("a", "u1", "1"));
    bench.faults.once(Operation.DIRECTORY_LIST, Fault.failBefore(FailureKind.INTERNAL));
    housekeeping.start();
    bench.run();
    assertThat(found).containsExactly(List.of());
    assertThat(bench.journal.lines())
        .extracting(RecordingJournal.Line::reason)
        .containsExactly("FailedCleanUp");
    bench.advanceSeconds(300);
    assertThat(found).last().isEqualTo(List.of(new PodUid("u1")));
  }

  @Test
  void closedHousekeepingSweepsNoMore() {
    housekeeping.start();
    bench.run();
    housekeeping.close();
    bench.advanceSeconds(3600);
    assertThat(found).hasSize(1);
  }
}

package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.admission.AdmissionPolicy;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.testkit.RecordingJournal;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateTest {
  private final Bench bench = new Bench();
  private final Gate gate =
      new Gate(
          AdmissionPolicy.standard(List.of(), Bench.terms().machine()),
          () -> Bench.facts("1", "110"),
          bench.publisher,
          bench.journal);
  private final Pod small = asking("a", "u1", "600m");
  private final Pod big = asking("b", "u2", "600m");

  private boolean letsIn(Pod pod, Pod... admitted) {
    boolean in = gate.letsIn(pod, List.of(admitted), bench.time.wall());
    bench.run();
    return in;
  }

  @Test
  void podThatFitsIsLetIn() {
    assertThat(letsIn(small)).isTrue();
    assertThat(gate.isRejected(small.uid())).isFalse();
    assertThat(bench.statuses.published()).isZero();
  }

  @Test
  void podThatDoesNotFitIsRememberedAndShown() {
    assertThat(letsIn(big, small)).isFalse();
    assertThat(gate.isRejected(big.uid())).isTrue();
    assertThat(gate.rejectedCount()).isEqualTo(1);
    assertThat(bench.statuses.phase(big.uid())).contains(PodPhase.FAILED);
    assertThat(bench.journal.lines())
        .singleElement()
        .extracting(RecordingJournal.Line::reason)
        .isEqualTo("OutOfcpu");
  }

  @Test
  void askingOnlyRemembersNothing() {
    assertThat(gate.wouldLetIn(big, List.of(small))).isFalse();
    assertThat(gate.wouldLetIn(big, List.of())).isTrue();
    bench.run();
    assertThat(gate.isRejected(big.uid())).isFalse();
    assertThat(bench.statuses.published()).isZero();
  }

  @Test
  void rejectedPodStaysShownWhenItsRemainsAreGone() {
    letsIn(big, small);
    gate.forget(big.uid());
    bench.run();
    assertThat(bench.statuses.phase(big.uid())).contains(PodPhase.FAILED);
  }

  @Test
  void rejectedPodIsForgottenWithItsSource() {
    letsIn(big, small);
    gate.forgetRejected(big.uid());
    bench.run();
    assertThat(gate.isRejected(big.uid())).isFalse();
    assertThat(bench.statuses.phase(big.uid())).isEmpty();
  }

  @Test
  void rejectionIsShownAgainWhenSomebodyElseChangedIt() {
    letsIn(big, small);
    gate.showAgain(big);
    gate.showAgain(small);
    bench.run();
    assertThat(bench.statuses.published()).isEqualTo(2);
  }
}

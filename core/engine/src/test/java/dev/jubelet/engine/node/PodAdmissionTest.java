package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.admission.AdmissionPolicy;
import dev.jubelet.engine.Bench;
import dev.jubelet.model.node.NodeSettings;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.model.status.PodPhase;
import dev.jubelet.testkit.RecordingJournal;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodAdmissionTest {
  private final Bench bench = new Bench();
  private final PodAdmission admission =
      new PodAdmission(
          AdmissionPolicy.standard(NodeSettings.Admission.USUAL, Bench.runSettings().machine()),
          () -> Bench.facts("1", "110"),
          bench.publisher,
          bench.journal);
  private final Pod small = asking("a", "u1", "600m");
  private final Pod big = asking("b", "u2", "600m");

  private boolean admits(Pod pod, Pod... admitted) {
    boolean in = admission.admits(pod, List.of(admitted), bench.time.wall());
    bench.run();
    return in;
  }

  @Test
  void podThatFitsIsLetIn() {
    assertThat(admits(small)).isTrue();
    assertThat(admission.isRejected(small.uid())).isFalse();
    assertThat(bench.statuses.published()).isZero();
  }

  @Test
  void podThatDoesNotFitIsRememberedAndShown() {
    assertThat(admits(big, small)).isFalse();
    assertThat(admission.isRejected(big.uid())).isTrue();
    assertThat(admission.rejectedCount()).isEqualTo(1);
    assertThat(bench.statuses.phase(big.uid())).contains(PodPhase.FAILED);
    assertThat(bench.journal.lines())
        .singleElement()
        .extracting(RecordingJournal.Line::reason)
        .isEqualTo("OutOfcpu");
  }

  @Test
  void askingOnlyRemembersNothing() {
    assertThat(admission.wouldAdmit(big, List.of(small))).isFalse();
    assertThat(admission.wouldAdmit(big, List.of())).isTrue();
    bench.run();
    assertThat(admission.isRejected(big.uid())).isFalse();
    assertThat(bench.statuses.published()).isZero();
  }

  @Test
  void rejectedPodStaysShownWhenItsRemainsAreGone() {
    admits(big, small);
    admission.forget(big.uid());
    bench.run();
    assertThat(bench.statuses.phase(big.uid())).contains(PodPhase.FAILED);
  }

  @Test
  void rejectedPodIsForgottenWithItsSource() {
    admits(big, small);
    admission.forgetRejected(big.uid());
    bench.run();
    assertThat(admission.isRejected(big.uid())).isFalse();
    assertThat(bench.statuses.phase(big.uid())).isEmpty();
  }

  @Test
  void rejectionIsShownAgainWhenSomebodyElseChangedIt() {
    admits(big, small);
    admission.showAgain(big);
    admission.showAgain(small);
    bench.run();
    assertThat(bench.statuses.published()).isEqualTo(2);
  }
}

package dev.jubelet.cluster.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.RecordDecoder;
import dev.jubelet.codec.RecordEncoder;
import dev.jubelet.codec.tree.Problems;
import dev.jubelet.codec.tree.Trees;
import dev.jubelet.json.Node;
import dev.jubelet.model.status.PodCondition;
import dev.jubelet.model.status.PodStatus;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OwnStatusTest {
  private static final PodStatus STATUS =
      read(
          """
          observedGeneration: 2
          phase: Running
          nominatedNodeName: elsewhere
          startTime: "2030-01-01T00:00:00.5Z"
          podIPs: [{ip: 10.0.0.1}]
          conditions:
          - {type: Ready, status: "True", lastTransitionTime: "2030-01-01T00:00:01.7Z"}
          - {type: Theirs, status: "True"}
          - {type: Initialized, status: "True", lastProbeTime: "2030-01-01T00:00:01.7Z"}
          containerStatuses:
          - name: a
            state: {running: {startedAt: "2030-01-01T00:00:02.9Z"}}
            lastState:
              terminated: {exitCode: 1, finishedAt: "2030-01-01T00:00:02.1Z"}
            allocatedResources: {cpu: 100m}
          resourceClaimStatuses: [{name: claim}]
          """);

  private static PodStatus read(String yaml) {
    return decode((Node.Fields) Trees.read(yaml, new Problems()).getFirst());
  }

  private static PodStatus decode(Node.Fields tree) {
    return Objects.requireNonNull(RecordDecoder.lenient().decode(tree, PodStatus.class).value());
  }

  @Test
  void whatIsOursComesBackFromTheWireAsItIs() {
    PodStatus ours = OwnStatus.of(STATUS);
    assertThat(decode(RecordEncoder.tree(ours))).isEqualTo(ours);
    assertThat(OwnStatus.of(ours)).isEqualTo(ours);
  }

  @Test
  void whatOthersSayIsLeftToThem() {
    PodStatus ours = OwnStatus.of(STATUS);
    assertThat(ours.conditions())
        .extracting(PodCondition::type)
        .containsExactly("Initialized", "Ready");
    assertThat(RecordEncoder.tree(ours).fields().keySet()).isSubsetOf(OwnStatus.FIELDS);
  }
}

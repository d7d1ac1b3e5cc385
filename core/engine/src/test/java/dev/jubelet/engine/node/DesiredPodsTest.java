package dev.jubelet.engine.node;

import static dev.jubelet.engine.node.InventoryBench.asking;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.decide.source.SourceChange;
import dev.jubelet.model.pod.Pod;
import dev.jubelet.ports.PodSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DesiredPodsTest {
  private static final Pod A = asking("a", "u1", "1");
  private static final Pod B = asking("b", "u2", "1");
  private final DesiredPods wanted = new DesiredPods(List.of("file", "http"));

  private List<SourceChange> take(String source, Pod... pods) {
    return wanted.take(new PodSource.Delivery(source, List.of(pods), List.of()));
  }

  @Test
  void sourcesAreHeardWhenEachHasDelivered() {
    assertThat(wanted.allHeard()).isFalse();
    take("file", A);
    assertThat(wanted.allHeard()).isFalse();
    take("http");
    assertThat(wanted.allHeard()).isTrue();
  }

  @Test
  void sourceIsNotHeardByWhatItSaidInAnEarlierLife() {
    take("file");
    wanted.take(new PodSource.Delivery("http", List.of(A), List.of(), false));
    assertThat(wanted.all()).containsExactly(A);
    assertThat(wanted.allHeard()).isFalse();
    assertThat(take("http")).containsExactly(new SourceChange.Removed(A));
    assertThat(wanted.allHeard()).isTrue();
  }

  @Test
  void eachSourceIsComparedWithItselfOnly() {
    take("file", A);
    assertThat(take("http", B)).containsExactly(new SourceChange.Added(B));
    assertThat(take("file")).containsExactly(new SourceChange.Removed(A));
    assertThat(wanted.all()).containsExactly(B);
  }

  @Test
  void podIsWantedWhileASourceListsIt() {
    take("file", A);
    assertThat(wanted.contains(A.uid())).isTrue();
    take("file");
    assertThat(wanted.contains(A.uid())).isFalse();
  }

  private static Pod from(String source, Pod pod) {
    return pod.withMetadata(
        pod.metadata().withAnnotations(Map.of("kubernetes.io/config.source", source)));
  }

  @Test
  void podsThatDoNotComeFromTheApiServerAreStatic() {
    take("file", from("file", A));
    take("api", from("api", B));
    assertThat(wanted.count()).isEqualTo(2);
    assertThat(wanted.countStatic()).isEqualTo(1);
    take("file");
    assertThat(wanted.countStatic()).isZero();
  }
}

package dev.jubelet.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.cluster.KubeletKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClusterResultsTest {
  @Test
  void targetsAreRatiosToTheGoKubelet() {
    ClusterResults results =
        new ClusterResults(
            50,
            Series.of(6),
            Map.of(KubeletKind.GO, kind(800, 9, 2), KubeletKind.JUBELET, kind(300, 7, 2.5)));
    assertThat(results.targets())
        .extracting(Target::valueText)
        .containsExactly("0.38 ×", "0.78 ×", "0.78 ×", "1.25 ×", "1.0 s");
    assertThat(results.targets())
        .extracting(Target::met)
        .containsExactly(true, false, false, false, true);
  }

  private static ClusterResults.Kind kind(double one, double last, double cpu) {
    return new ClusterResults.Kind(
        Series.of(1),
        Series.of(one),
        Series.of(last / 2),
        Series.of(last),
        Series.of(cpu),
        Series.of(2),
        Series.of(100),
        Series.of(last),
        Series.of(cpu));
  }
}

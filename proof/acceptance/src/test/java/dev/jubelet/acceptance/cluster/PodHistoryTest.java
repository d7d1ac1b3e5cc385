package dev.jubelet.acceptance.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.acceptance.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PodHistoryTest {
  @ParameterizedTest
  @CsvSource({
    "Pending, 0, a, waiting,   Running, 0, a, running,    onwards",
    "Running, 0, a, running,   Running, 0, a, terminated, onwards",
    "Running, 0, a, terminated, Running, 1, b, running,   onwards",
    "Running, 0, a, running,   Failed,  0, a, terminated, onwards",
    "Running, 0, a, running,   Pending, 0, a, running,    backwards",
    "Failed,  0, a, terminated, Running, 0, a, terminated, backwards",
    "Running, 2, a, running,   Running, 1, a, running,    backwards",
    "Running, 0, a, running,   Running, 0, a, waiting,    backwards",
    "Running, 0, a, running,   Running, 0, b, running,    backwards",
    "Running, 0, a, terminated, Running, 0, a, running,   backwards",
  })
  void tellsWhatIsEarlierThanBefore(
      String phase,
      int restarts,
      String id,
      String state,
      String thenPhase,
      int thenRestarts,
      String thenId,
      String thenState,
      String direction) {
    PodHistory history = new PodHistory();
    assertThat(history.see(pod(phase, restarts, id, state))).isEmpty();
    assertThat(history.see(pod(thenPhase, thenRestarts, thenId, thenState)).isEmpty())
        .isEqualTo(direction.equals("onwards"));
  }

  private static Document pod(String phase, int restarts, String id, String state) {
    return Document.parse(
        """
        {"metadata": {"name": "p"}, "status": {"phase": "%s", "containerStatuses": [
          {"name": "c", "restartCount": %d, "containerID": "%s", "state": {"%s": {}}}]}}
        """
            .formatted(phase, restarts, id, state));
  }
}

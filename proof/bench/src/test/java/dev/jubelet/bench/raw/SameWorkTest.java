package dev.jubelet.bench.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SameWorkTest {
  private static final String RAW =
      """
      {
        "ID": "aaaa",
        "CreatedAt": "2026-01-01T00:00:00Z",
        "path": "/proc/123/ns/ipc",
        "netns": "/run/netns/cni-12ab-34cd",
        "io.kubernetes.pod.name": "raw-one-bench-node",
        "shares": 2
      }
      """;

  @Test
  void namesProcessesAndTimesDoNotCount() {
    String other =
        RAW.replace("aaaa", "bbbb")
            .replace("raw-one", "one")
            .replace("123", "456")
            .replace("12ab", "ffff")
            .replace("00:00Z", "00:09Z");
    assertThat(
            SameWork.differences(
                SameWork.plain(RAW, List.of("aaaa", "raw-one-bench-node")),
                SameWork.plain(other, List.of("bbbb", "one-bench-node"))))
        .isEmpty();
  }

  @Test
  void anythingElseDoes() {
    assertThat(
            SameWork.differences(
                SameWork.plain(RAW, List.of()),
                SameWork.plain(RAW.replace("\"shares\": 2", "\"shares\": 1024"), List.of())))
        .containsExactly("raw: \"shares\": 2", "Jubelet: \"shares\": 1024");
  }
}

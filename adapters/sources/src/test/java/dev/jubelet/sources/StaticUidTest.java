package dev.jubelet.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.codec.PodManifests;
import dev.jubelet.model.pod.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticUidTest {
  private final StaticPods pods = new StaticPods("file", "node-1", new SteppedTime());

  /** The UIDs are those that the Go kubelet 1.36.4 gives. */
  @ParameterizedTest
  @CsvSource({
    "plain.yaml, 28e8bdfe2ae57193820f322591847356",
    "full.yaml, aadf658465cb8a32b0800eb2521b0a10",
    "limits.yaml, dbba639a1fa410bcf7c1f8561ac3ca83",
  })
  void aStaticPodHasTheUidThatTheGoKubeletGivesIt(String file, String uid) throws IOException {
    Pod pod = PodManifests.parse(text(file), file).pods().getFirst();
    assertThat(pods.own(pod, file).metadata().uid())
        .as(GoPodText.of(pod, GoTypes.load()))
        .isEqualTo(uid);
  }

  private static String text(String file) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(StaticUidTest.class.getResourceAsStream("static/" + file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

package dev.jubelet.cluster.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.cluster.access.BadKubeconfig;
import dev.jubelet.cluster.client.Connections;
import dev.jubelet.testkit.ManualTime;
import dev.jubelet.testkit.RecordingJournal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class NodeCredentialsTest {
  private static final String TOKEN =
      """
      clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
      users: [{name: u, user: {token: word}}]
      contexts: [{name: x, context: {cluster: c, user: u}}]
      current-context: x
      """;

  @TempDir private Path directory = Path.of("");

  private final ManualTime time = new ManualTime();
  private final RecordingJournal journal = new RecordingJournal();

  private NodeCredentials credentials(Optional<Path> bootstrap) {
    return new NodeCredentials(
        new NodeCredentials.Files(
            directory.resolve("kubelet.conf"), bootstrap, directory.resolve("pki"), false),
        "a",
        new NodeCredentials.Means("test/1", time, () -> 0.0, journal));
  }

  @Test
  void connectsWithTheKubeconfigThatIsThere() throws Exception {
    Files.writeString(directory.resolve("kubelet.conf"), TOKEN);
    try (NodeCredentials credentials = credentials(Optional.empty())) {
      assertThat(credentials.known()).isTrue();
      assertThat(credentials.connect()).isNotNull();
    }
    try (NodeCredentials credentials = credentials(Optional.of(directory.resolve("none")))) {
      assertThat(credentials.known()).isTrue();
      assertThat(credentials.connect()).isNotNull();
    }
  }

  @Test
  void waitsForTheKubeconfig() throws Exception {
    try (NodeCredentials credentials = credentials(Optional.empty())) {
      assertThat(credentials.known()).isFalse();
      FutureTask<Connections> waiting = new FutureTask<>(credentials::connect);
      Thread.ofVirtual().start(waiting);
      while (time.pending() == 0) {
        Thread.onSpinWait();
      }
      Files.writeString(directory.resolve("kubelet.conf"), TOKEN);
      time.runNext();
      assertThat(waiting.get(10, TimeUnit.SECONDS)).isNotNull();
      assertThat(journal.lines()).hasSize(1);
    }
  }

  @Test
  void saysThatTheBootstrapKubeconfigIsMissing() {
    Path missing = directory.resolve("none");
    try (NodeCredentials credentials = credentials(Optional.of(missing))) {
      assertThat(credentials.known()).isFalse();
      assertThatThrownBy(credentials::connect)
          .isInstanceOf(BadKubeconfig.class)
          .hasMessage(missing + ": does not exist");
    }
  }
}

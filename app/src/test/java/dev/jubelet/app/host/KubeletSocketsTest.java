package dev.jubelet.app.host;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.app.failure.CommandFailure;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KubeletSocketsTest {
  @TempDir Path root;

  @Test
  void aLiveKubeletIsNoticedAndOneThatEndedIsNot() throws IOException {
    assertThatCode(() -> KubeletSockets.requireSilent(root)).doesNotThrowAnyException();
    Path socket = Files.createDirectory(root.resolve("pod-resources")).resolve("kubelet.sock");
    try (ServerSocketChannel kubelet = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      kubelet.bind(UnixDomainSocketAddress.of(socket));
      assertThatThrownBy(() -> KubeletSockets.requireSilent(root))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("another kubelet works in " + root)
          .hasMessageContaining("--root-dir");
    }
    // The file is still there.
    assertThatCode(() -> KubeletSockets.requireSilent(root)).doesNotThrowAnyException();
  }
}

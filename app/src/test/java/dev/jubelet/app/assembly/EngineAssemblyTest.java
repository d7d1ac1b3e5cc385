package dev.jubelet.app.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.ports.NetworkCalls;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineAssemblyTest {
  private final CloseStack closing = new CloseStack((level, pod, uid, reason, message) -> {});

  private static List<Thread> callers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("health-io"))
        .toList();
  }

  @Test
  void whatCallsPodsEndsWithTheNode() throws Exception {
    NetworkCalls calls = EngineAssembly.calls(closing);
    assertThatThrownBy(() -> calls.health("127.0.0.1", unusedPort(), "", Duration.ofSeconds(1)))
        .isInstanceOf(OutsideFailure.class);
    List<Thread> begun = callers();
    assertThat(begun).isNotEmpty();
    closing.close();
    for (Thread thread : begun) {
      assertThat(thread.join(Duration.ofSeconds(10))).as(thread.getName() + " ended").isTrue();
    }
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return probe.getLocalPort();
    }
  }
}

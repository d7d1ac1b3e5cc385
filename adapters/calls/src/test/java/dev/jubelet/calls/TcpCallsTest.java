package dev.jubelet.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TcpCallsTest {
  private static final Duration ENOUGH = Duration.ofSeconds(10);
  private final HostNetworkCalls calls = new HostNetworkCalls();

  @Test
  void somebodyWhoListensIsEnough() throws Exception {
    for (String address : new String[] {"127.0.0.1", "::1"}) {
      try (ServerSocket server = new ServerSocket(0, 50, InetAddress.ofLiteral(address))) {
        assertThatCode(() -> calls.connect(address, server.getLocalPort(), ENOUGH))
            .doesNotThrowAnyException();
      }
    }
  }

  @Test
  void nobodyIsRefused() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = server.getLocalPort();
    }
    OutsideFailure failure =
        catchThrowableOfType(OutsideFailure.class, () -> calls.connect("127.0.0.1", port, ENOUGH));
    assertThat(failure.kind()).isEqualTo(FailureKind.UNAVAILABLE);
    assertThat(failure).hasMessage("dial tcp 127.0.0.1:" + port + ": connect: connection refused");
  }

  @Test
  void nameThatNobodyHasIsNotFound() {
    OutsideFailure failure =
        catchThrowableOfType(OutsideFailure.class, () -> calls.connect("no such host", 80, ENOUGH));
    assertThat(failure).hasMessage("dial tcp: lookup no such host: no such host");
  }
}

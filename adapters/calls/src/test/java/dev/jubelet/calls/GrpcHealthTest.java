package dev.jubelet.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.jubelet.calls.wire.HealthCheckRequest;
import dev.jubelet.calls.wire.HealthCheckResponse;
import dev.jubelet.calls.wire.HealthCheckResponse.ServingStatus;
import dev.jubelet.calls.wire.HealthGrpc;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls.Health;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GrpcHealthTest {
  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration ENOUGH = Duration.ofSeconds(20);

  private final HostNetworkCalls calls = new HostNetworkCalls();

  @AfterEach
  void close() {
    calls.close();
  }

  /** Answers with the status whose name is asked for. */
  private static final class Service extends HealthGrpc.HealthImplBase {
    @Override
    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> answer) {
      switch (request.getService()) {
        case "silent" -> {}
        case "missing" ->
            answer.onError(Status.NOT_FOUND.withDescription("unknown service").asException());
        default -> {
          ServingStatus status =
              request.getService().isEmpty()
                  ? ServingStatus.SERVING
                  : ServingStatus.valueOf(request.getService());
          answer.onNext(HealthCheckResponse.newBuilder().setStatus(status).build());
          answer.onCompleted();
        }
      }
    }
  }

  private static Server server(String address, BindableService... services) throws Exception {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
    for (BindableService service : services) {
      builder.addService(service);
    }
    return builder.build().start();
  }

  private OutsideFailure failure(int port, String service, Duration timeout) {
    return catchThrowableOfType(
        OutsideFailure.class, () -> calls.health("127.0.0.1", port, service, timeout));
  }

  @ParameterizedTest
  @EnumSource(Health.class)
  void hearsWhatTheServerSays(Health health) throws Exception {
    Server server = server("127.0.0.1", new Service());
    try {
      assertThat(calls.health("127.0.0.1", server.getPort(), health.name(), ENOUGH))
          .isEqualTo(health);
    } finally {
      server.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void asksForTheServerAsAWhole(String address) throws Exception {
    Server server = server(address, new Service());
    try {
      assertThat(calls.health(address, server.getPort(), "", ENOUGH)).isEqualTo(Health.SERVING);
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void serverWithoutTheProtocolIsTold() throws Exception {
    Server server = server("127.0.0.1");
    try {
      assertThat(failure(server.getPort(), "", ENOUGH))
          .hasMessageStartingWith("error: this server does not implement the grpc health protocol");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void serviceThatTheServerDoesNotKnowIsTold() throws Exception {
    Server server = server("127.0.0.1", new Service());
    try {
      assertThat(failure(server.getPort(), "missing", ENOUGH))
          .hasMessage(
              "error: health rpc probe failed: rpc error: code = NotFound desc = unknown service");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void answerThatDoesNotComeTimesOut() throws Exception {
    Server server = server("127.0.0.1", new Service());
    try {
      OutsideFailure failure = failure(server.getPort(), "silent", SOON);
      assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
      assertThat(failure).hasMessage("timeout: health rpc did not complete within 1s");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void nobodyThereTimesOut() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    OutsideFailure failure = failure(port, "", SOON);
    assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT);
    assertThat(failure)
        .hasMessage(
            "timeout: failed to connect service \"127.0.0.1:"
                + port
                + "\" within 1s: context deadline exceeded");
  }

  @Test
  void serverOfAnotherProtocolTimesOut() throws Exception {
    try (TinyServer server = TinyServer.saying("HTTP/1.1 400 Bad Request\r\n\r\n")) {
      assertThat(failure(server.port(), "", SOON).kind()).isEqualTo(FailureKind.TIMED_OUT);
    }
  }
}

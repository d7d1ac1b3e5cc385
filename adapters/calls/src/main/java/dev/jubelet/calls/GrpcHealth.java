package dev.jubelet.calls;

import dev.jubelet.calls.wire.HealthCheckRequest;
import dev.jubelet.calls.wire.HealthCheckResponse;
import dev.jubelet.calls.wire.HealthGrpc;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.NetworkCalls.Health;
import dev.jubelet.ports.OutsideFailure;
import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks a gRPC server for its health, without TLS and over a connection of its own. */
final class GrpcHealth implements AutoCloseable {
  private static final int ANSWER_MAX = 64 * 1024;
  private static final Executor VIRTUAL =
      task -> Thread.ofVirtual().name("health-answer").start(task);

  private @Nullable EventLoopGroup loop;

  Health check(String host, int port, String service, Duration timeout) {
    String place = Dialer.joined(host, port);
    CallDeadline deadline = CallDeadline.after(timeout);
    ManagedChannel channel;
    Duration left;
    try {
      channel = channel(new InetSocketAddress(Dialer.address(host, deadline), port), place);
      left = deadline.left();
    } catch (IOException failure) {
      throw NetworkErrors.dialing(host, port, failure);
    }
    try {
      // Kubernetes: a server that comes up within the timeout is in time.
      CallOptions options =
          CallOptions.DEFAULT
              .withWaitForReady()
              .withDeadlineAfter(left.toNanos(), TimeUnit.NANOSECONDS);
      return health(
          ClientCalls.blockingUnaryCall(
              channel,
              HealthGrpc.getCheckMethod(),
              options,
              HealthCheckRequest.newBuilder().setService(service).build()));
    } catch (StatusRuntimeException failure) {
      boolean connected = channel.getState(false) == ConnectivityState.READY;
      throw failure(failure.getStatus(), connected, place, timeout);
    } finally {
      channel.shutdownNow();
    }
  }

  private ManagedChannel channel(InetSocketAddress address, String authority) {
    return NettyChannelBuilder.forAddress(address)
        .overrideAuthority(authority)
        .channelType(NioSocketChannel.class)
        .eventLoopGroup(loop())
        .withOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
        .executor(VIRTUAL)
        .offloadExecutor(VIRTUAL)
        .usePlaintext()
        .proxyDetector(_ -> null)
        .userAgent("kube-probe/1.36")
        .maxInboundMessageSize(ANSWER_MAX)
        .disableRetry()
        .disableServiceConfigLookUp()
        .build();
  }

  /** Made with the first call: few nodes have such probes. */
  private synchronized EventLoopGroup loop() {
    EventLoopGroup made = loop;
    if (made == null) {
      made =
          new MultiThreadIoEventLoopGroup(
              1,
              Thread.ofPlatform().daemon().name("health-io").factory(),
              NioIoHandler.newFactory());
      loop = made;
    }
    return made;
  }

  private static Health health(HealthCheckResponse response) {
    return switch (response.getStatus()) {
      case SERVING -> Health.SERVING;
      case NOT_SERVING -> Health.NOT_SERVING;
      case SERVICE_UNKNOWN -> Health.SERVICE_UNKNOWN;
      case UNKNOWN, UNRECOGNIZED -> Health.UNKNOWN;
    };
  }

  private static OutsideFailure failure(
      Status status, boolean connected, String place, Duration timeout) {
    String within = " within " + timeout.toSeconds() + "s";
    String said = Objects.requireNonNullElse(status.getDescription(), "");
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          new OutsideFailure(
              FailureKind.TIMED_OUT,
              connected
                  ? "timeout: health rpc did not complete" + within
                  : "timeout: failed to connect service \""
                      + place
                      + "\""
                      + within
                      + ": context deadline exceeded");
      case UNIMPLEMENTED ->
          new OutsideFailure(
              FailureKind.UNIMPLEMENTED,
              "error: this server does not implement the grpc health protocol"
                  + " (grpc.health.v1.Health): "
                  + said);
      default ->
          new OutsideFailure(
              FailureKind.UNAVAILABLE,
              "error: health rpc probe failed: rpc error: code = "
                  + code(status)
                  + " desc = "
                  + said);
    };
  }

  /** {@code NOT_FOUND} is {@code NotFound} where people read of it. */
  private static String code(Status status) {
    StringBuilder text = new StringBuilder();
    for (String word : status.getCode().name().split("_", -1)) {
      text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  @Override
  public synchronized void close() {
    if (loop != null) {
      var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      loop = null;
    }
  }
}

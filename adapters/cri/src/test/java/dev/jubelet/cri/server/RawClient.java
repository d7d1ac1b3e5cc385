package dev.jubelet.cri.server;

import dev.jubelet.cri.UnixSockets;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A client that says exactly what the test wants said. */
final class RawClient implements AutoCloseable {
  private final EventLoopGroup loop = UnixSockets.loop("raw-client");
  final ManagedChannel channel;
  final RuntimeServiceGrpc.RuntimeServiceBlockingStub runtime;
  final ImageServiceGrpc.ImageServiceBlockingStub images;

  RawClient(Path socket) {
    channel =
        NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .overrideAuthority("localhost")
            .channelType(NioDomainSocketChannel.class)
            .eventLoopGroup(loop)
            .usePlaintext()
            .flowControlWindow(1 << 16)
            .build();
    runtime = RuntimeServiceGrpc.newBlockingStub(channel);
    images = ImageServiceGrpc.newBlockingStub(channel);
  }

  /** How the call was refused; OK when it was not. */
  static Status refusal(Supplier<?> call) {
    try {
      var _ = call.get();
      return Status.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}

package dev.jubelet.cri;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The gRPC connection to a runtime: one thread for all input and output, made anew when it breaks.
 */
final class CriChannel implements AutoCloseable {
  private final EventLoopGroup loop;
  private final ManagedChannel channel;

  private CriChannel(EventLoopGroup loop, ManagedChannel channel) {
    this.loop = loop;
    this.channel = channel;
  }

  static CriChannel open(CriEndpoint endpoint) {
    EventLoopGroup loop = UnixSockets.loop("cri-io");
    Executor virtual = task -> Thread.ofVirtual().name("cri-answer").start(task);
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(endpoint.address())
            .overrideAuthority("localhost")
            .channelType(NioDomainSocketChannel.class)
            .eventLoopGroup(loop)
            .withOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
            .executor(virtual)
            .offloadExecutor(virtual)
            .usePlaintext()
            .userAgent("jubelet")
            .maxInboundMessageSize(UnixSockets.MESSAGE_MAX)
            .maxInboundMetadataSize(UnixSockets.METADATA_MAX)
            .flowControlWindow(UnixSockets.WINDOW)
            .disableServiceConfigLookUp()
            .build();
    new QuickReconnect(channel, loop).begin();
    return new CriChannel(loop, channel);
  }

  ManagedChannel grpc() {
    return channel;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}

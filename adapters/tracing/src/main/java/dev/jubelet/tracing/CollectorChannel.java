package dev.jubelet.tracing;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The connection to a collector, without TLS as the kubelet has it; made when it is needed. */
final class CollectorChannel implements AutoCloseable {
  private static final int ANSWER_MAX = 64 * 1024;
  private static final Executor VIRTUAL =
      task -> Thread.ofVirtual().name("trace-answer").start(task);

  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, Thread.ofPlatform().daemon().name("trace-io").factory(), NioIoHandler.newFactory());
  private final ManagedChannel channel;

  CollectorChannel(CollectorAddress address) {
    NettyChannelBuilder builder =
        switch (address) {
          case CollectorAddress.Tcp tcp ->
              NettyChannelBuilder.forAddress(tcp.host(), tcp.port())
                  .channelType(NioSocketChannel.class)
                  .proxyDetector(_ -> null);
          case CollectorAddress.Unix unix ->
              NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(unix.path()))
                  .overrideAuthority("localhost")
                  .channelType(NioDomainSocketChannel.class);
        };
    channel =
        builder
            .eventLoopGroup(loop)
            .withOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
            .executor(VIRTUAL)
            .offloadExecutor(VIRTUAL)
            .usePlaintext()
            .userAgent("jubelet")
            .maxInboundMessageSize(ANSWER_MAX)
            .disableServiceConfigLookUp()
            .build();
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

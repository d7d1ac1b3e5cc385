package dev.jubelet.cri;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The gRPC connection to a runtime: one thread for all input and output, made anew when it breaks.
 */
final class CriChannel implements AutoCloseable {
  private static final int MESSAGE_MAX = 16 << 20;
  // Error texts travel as metadata, and those of runc can be longer than the 8 KiB of the default.
  private static final int METADATA_MAX = 256 << 10;
  // A fixed window; the measured one of the default costs a ping with every answer.
  private static final int WINDOW = 1 << 20;

  // gRPC sets SO_KEEPALIVE on every channel, and Netty warns that unix sockets do not have it. The
  // field keeps the logger from being collected together with its level.
  private static final Logger BOOTSTRAP_LOGGER = Logger.getLogger("io.netty.bootstrap");

  static {
    BOOTSTRAP_LOGGER.setLevel(Level.SEVERE);
  }

  private final EventLoopGroup loop;
  private final ManagedChannel channel;

  private CriChannel(EventLoopGroup loop, ManagedChannel channel) {
    this.loop = loop;
    this.channel = channel;
  }

  static CriChannel open(CriEndpoint endpoint) {
    EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().name("cri-io").factory(), NioIoHandler.newFactory());
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
            .maxInboundMessageSize(MESSAGE_MAX)
            .maxInboundMetadataSize(METADATA_MAX)
            .flowControlWindow(WINDOW)
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

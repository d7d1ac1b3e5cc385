package dev.jubelet.cri;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.runtime.ContainerRuntime;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.util.concurrent.Executor;

/**
 * A container runtime behind a CRI socket. Connecting does not wait for it: calls fail as
 * UNAVAILABLE while it is away and go through within a second after it has come.
 */
public final class CriRuntime implements AutoCloseable {
  private final EventLoopGroup loop;
  private final ManagedChannel channel;
  private final ContainerRuntime runtime;

  private CriRuntime(EventLoopGroup loop, ManagedChannel channel, ContainerRuntime runtime) {
    this.loop = loop;
    this.channel = channel;
    this.runtime = runtime;
  }

  /**
   * @param endpoint such as {@code unix:///run/containerd/containerd.sock}, or the path alone
   * @param answers the memory for what the runtime answers to all calls together
   * @throws IllegalArgumentException with a message for people when the endpoint is not one
   */
  public static CriRuntime connect(String endpoint, CriSettings settings, MemoryBudget answers) {
    CriEndpoint place = CriEndpoint.parse(endpoint);
    EventLoopGroup loop = UnixSockets.loop("cri-io");
    ManagedChannel channel = channel(place, loop);
    new QuickReconnect(channel, loop).begin();
    Channel accounted = ClientInterceptors.intercept(channel, new AnswerMemory(answers));
    CriCalls calls = new CriCalls(accounted, new CriErrors(place), settings);
    CriFacts facts = new CriFacts(calls);
    return new CriRuntime(
        loop,
        channel,
        new ContainerRuntime(
            new CriSandboxes(calls),
            new CriContainers(calls),
            new CriStreams(calls),
            new CriImages(calls),
            facts,
            new CriEvents(calls, facts::version),
            new CriStats(calls)));
  }

  /** One thread for all input and output; the connection is made anew when it breaks. */
  private static ManagedChannel channel(CriEndpoint endpoint, EventLoopGroup loop) {
    Executor virtual = task -> Thread.ofVirtual().name("cri-answer").start(task);
    return NettyChannelBuilder.forAddress(endpoint.address())
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
  }

  public ContainerRuntime runtime() {
    return runtime;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    UnixSockets.stop(loop);
  }
}

package dev.jubelet.cri.server;

import dev.jubelet.cri.UnixSockets;
import dev.jubelet.cri.wire.ImageServiceGrpc;
import dev.jubelet.cri.wire.RuntimeServiceGrpc;
import dev.jubelet.linux.file.SocketFile;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.Journal;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.runtime.ContainerRuntime;
import dev.jubelet.ports.runtime.RuntimeRecords;
import dev.jubelet.ports.stream.StreamUrls;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;

/** A container runtime behind a CRI socket of ours. */
public final class CriServer implements AutoCloseable {
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  // Go's clients ask this often at most whether we are still there.
  private static final Duration SHORTEST_PING = Duration.ofSeconds(5);

  private final SocketFile file;
  private final EventLoopGroup loop;
  private final Server server;
  private final EventCalls events;
  private final Journal journal;

  private CriServer(
      SocketFile file, EventLoopGroup loop, Server server, EventCalls events, Journal journal) {
    this.file = file;
    this.loop = loop;
    this.server = server;
    this.events = events;
    this.journal = journal;
  }

  /**
   * Only we ourselves may connect.
   *
   * @param socket where to listen; a stale one is replaced, and its directory is made
   * @param offers where clients find the streams that the runtime serves in this process
   * @throws OutsideFailure when nobody can listen there
   */
  public static CriServer start(
      Path socket,
      ContainerRuntime runtime,
      RuntimeRecords records,
      StreamUrls offers,
      Journal journal) {
    return start(socket, runtime, records, offers, journal, EventCalls.Limits.USUAL);
  }

  static CriServer start(
      Path socket,
      ContainerRuntime runtime,
      RuntimeRecords records,
      StreamUrls offers,
      Journal journal,
      EventCalls.Limits limits) {
    GrpcErrors refusals = new GrpcErrors(journal);
    CallTable table =
        new CallTable(
            refusals,
            RuntimeServiceGrpc.getServiceDescriptor(),
            ImageServiceGrpc.getServiceDescriptor());
    EventCalls events = offer(table, refusals, runtime, records, offers, limits);
    EventLoopGroup loop = UnixSockets.loop("cri-server-io");
    SocketFile file = new SocketFile(socket);
    try {
      Path bound = file.prepare();
      CriServer started = new CriServer(file, loop, listen(bound, loop, table), events, journal);
      try {
        file.publish(bound);
        return started;
      } catch (IOException | RuntimeException failure) {
        started.close();
        throw failure;
      }
    } catch (IOException failure) {
      UnixSockets.stop(loop);
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE, "cannot listen at " + socket + ": " + reason(failure), failure);
    } catch (RuntimeException failure) {
      UnixSockets.stop(loop);
      throw failure;
    }
  }

  private static EventCalls offer(
      CallTable table,
      GrpcErrors refusals,
      ContainerRuntime runtime,
      RuntimeRecords records,
      StreamUrls offers,
      EventCalls.Limits limits) {
    IdPrefixes ids = new IdPrefixes(runtime);
    Statuses statuses = new Statuses(runtime, records);
    UsageMessages usages = new UsageMessages(runtime);
    EventCalls events =
        new EventCalls(runtime.events(), new EventAnswers(runtime, statuses), refusals, limits);
    new FactCalls(runtime.facts(), records).offer(table);
    new SandboxCalls(runtime.sandboxes(), ids, statuses, InstantSource.system()).offer(table);
    new ContainerCalls(runtime.containers(), records, ids, statuses).offer(table);
    new StreamCalls(runtime.streams(), offers, ids).offer(table);
    new StatsCalls(usages, ids).offer(table);
    new MetricCalls(usages).offer(table);
    new ImageCalls(runtime.images(), records).offer(table);
    events.offer(table);
    return events;
  }

  private static Server listen(Path bound, EventLoopGroup loop, CallTable table)
      throws IOException {
    return NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(bound))
        .channelType(NioServerDomainSocketChannel.class)
        .bossEventLoopGroup(loop)
        .workerEventLoopGroup(loop)
        .withChildOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
        .executor(task -> Thread.ofVirtual().name("cri-call").start(task))
        .maxInboundMessageSize(UnixSockets.MESSAGE_MAX)
        .flowControlWindow(UnixSockets.WINDOW)
        .permitKeepAliveTime(SHORTEST_PING.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true)
        .addServices(table.services())
        .build()
        .start();
  }

  /** Lets calls under way end, for a short while. */
  @Override
  public void close() {
    try {
      file.remove();
    } catch (IOException failure) {
      journal.write(
          Journal.Level.WARNING,
          "FailedSocketRemoval",
          "the CRI socket stays behind: " + reason(failure));
    }
    server.shutdown();
    events.close();
    try {
      server.awaitTermination(FAREWELL.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    server.shutdownNow();
    UnixSockets.stop(loop);
  }

  private static String reason(IOException failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }
}

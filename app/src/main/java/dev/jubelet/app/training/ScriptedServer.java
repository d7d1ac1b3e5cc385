package dev.jubelet.app.training;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The scripted runtime on a unix socket. */
final class ScriptedServer implements AutoCloseable {
  private final EventLoopGroup loop;
  private final Server server;

  private ScriptedServer(EventLoopGroup loop, Server server) {
    this.loop = loop;
    this.server = server;
  }

  static ScriptedServer start(Path socket) throws IOException {
    EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, Thread.ofPlatform().daemon().factory(), NioIoHandler.newFactory());
    Server server =
        NettyServerBuilder.forAddress(UnixDomainSocketAddress.of(socket))
            .channelType(NioServerDomainSocketChannel.class)
            .bossEventLoopGroup(loop)
            .workerEventLoopGroup(loop)
            .executor(Runnable::run)
            .addService(new ScriptedRuntime())
            .addService(new ScriptedImages())
            .build()
            .start();
    return new ScriptedServer(loop, server);
  }

  @Override
  public void close() {
    server.shutdownNow();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}

package dev.jubelet.nodeserver.http;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/** A listening port. */
public final class HttpPort implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final int LOOPS = 2;

  private final EventLoopGroup loops;
  private final ExecutorService handshakes;
  private final Channel channel;
  private final Connections connections;

  private HttpPort(
      EventLoopGroup loops, ExecutorService handshakes, Channel channel, Connections connections) {
    this.loops = loops;
    this.handshakes = handshakes;
    this.channel = channel;
    this.connections = connections;
  }

  /** How connections are made safe: an engine for each, or nothing while there is no key yet. */
  public interface Tls extends Supplier<Optional<SSLEngine>> {}

  /** Begins to answer in the clear. */
  public static HttpPort plain(
      InetAddress address, int port, PortLimits limits, CallHandler handler) {
    return start(address, port, limits, Optional.empty(), handler);
  }

  /** Begins to answer over TLS. */
  public static HttpPort secure(
      InetAddress address, int port, PortLimits limits, Tls tls, CallHandler handler) {
    return start(address, port, limits, Optional.of(tls), handler);
  }

  private static HttpPort start(
      InetAddress address, int port, PortLimits limits, Optional<Tls> tls, CallHandler handler) {
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            tls.isPresent() ? LOOPS : 1,
            new DefaultThreadFactory("port-" + port, true),
            NioIoHandler.newFactory());
    ExecutorService handshakes =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("tls-", 0).factory());
    Connections connections = new Connections(limits.connections());
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childHandler(new Welcome(limits, tls, handshakes, connections, handler))
            .bind(new InetSocketAddress(address, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      handshakes.shutdownNow();
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot listen on %s port %d: %s"
              .formatted(address.getHostAddress(), port, bound.cause().getMessage()),
          bound.cause());
    }
    return new HttpPort(loops, handshakes, bound.channel(), connections);
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** How many are connected just now. */
  public int connected() {
    return connections.count();
  }

  @Override
  public void close() {
    channel.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    handshakes.shutdownNow();
  }

  private static final class Welcome extends ChannelInitializer<Channel> {
    private final PortLimits limits;
    private final Optional<Tls> tls;
    private final ExecutorService handshakes;
    private final Connections connections;
    private final CallHandler handler;

    Welcome(
        PortLimits limits,
        Optional<Tls> tls,
        ExecutorService handshakes,
        Connections connections,
        CallHandler handler) {
      this.limits = limits;
      this.tls = tls;
      this.handshakes = handshakes;
      this.connections = connections;
      this.handler = handler;
    }

    @Override
    protected void initChannel(Channel channel) {
      HttpConnection connection = new HttpConnection(limits, handler, connections);
      if (!connections.admit(connection)) {
        channel.close();
        return;
      }
      channel.closeFuture().addListener(closed -> connections.gone(connection));
      if (tls.isPresent()) {
        Optional<SSLEngine> engine = tls.get().get();
        if (engine.isEmpty()) {
          channel.close();
          return;
        }
        SslHandler secured = new SslHandler(engine.get(), handshakes);
        secured.setHandshakeTimeoutMillis(limits.handshake().toMillis());
        channel.pipeline().addLast(secured);
      }
      channel
          .pipeline()
          .addLast(new FirstByte(connection))
          .addLast(
              new HttpServerCodec(
                  new HttpDecoderConfig()
                      .setMaxInitialLineLength(limits.headerBytes())
                      .setMaxHeaderSize(limits.headerBytes())))
          .addLast(connection);
    }
  }

  private static final class FirstByte extends ChannelInboundHandlerAdapter {
    private final HttpConnection connection;

    FirstByte(HttpConnection connection) {
      this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      connection.bytesArrived();
      ctx.fireChannelRead(message);
    }
  }
}

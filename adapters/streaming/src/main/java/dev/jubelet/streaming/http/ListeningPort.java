package dev.jubelet.streaming.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A TCP port or unix socket on which we listen for HTTP, with the event loops of its clients. */
public final class ListeningPort implements AutoCloseable {
  private static final int BACKLOG = 1024;

  /** What one client holds at most in each direction, beside what its handlers keep. */
  private static final int BUFFER_BYTES = 16 * 1024;

  /** How much is read at once, by us and from a runtime that we lead clients to. */
  public static final RecvByteBufAllocator READS =
      new AdaptiveRecvByteBufAllocator(512, 2048, BUFFER_BYTES);

  /** How much may wait to be sent before the one who sends has to wait. */
  public static final WriteBufferWaterMark WRITES =
      new WriteBufferWaterMark(BUFFER_BYTES / 2, BUFFER_BYTES);

  private final EventLoopGroup loops;
  private final Channel channel;

  private ListeningPort(EventLoopGroup loops, Channel channel) {
    this.loops = loops;
    this.channel = channel;
  }

  /**
   * Begins to listen.
   *
   * @param port 0 for any
   * @param name of the threads
   * @param threads that all clients share
   * @param newClient fills the pipeline of each client
   * @throws OutsideFailure when the address is taken
   */
  public static ListeningPort open(
      InetAddress address,
      int port,
      String name,
      int threads,
      ChannelInitializer<Channel> newClient) {
    try {
      return open(
          bootstrap(newClient)
              .channel(NioServerSocketChannel.class)
              .option(ChannelOption.SO_REUSEADDR, true)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childOption(ChannelOption.SO_KEEPALIVE, true),
          new InetSocketAddress(address, port),
          loops(name, threads));
    } catch (IOException taken) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot listen on %s port %d: %s"
              .formatted(address.getHostAddress(), port, taken.getMessage()),
          taken);
    }
  }

  /**
   * Begins to listen at a unix socket.
   *
   * @throws OutsideFailure when it cannot be made
   */
  public static ListeningPort open(
      Path socket, String name, ChannelInitializer<Channel> newClient) {
    try {
      return open(
          bootstrap(newClient).channel(NioServerDomainSocketChannel.class),
          UnixDomainSocketAddress.of(socket),
          loops(name, 1));
    } catch (IOException refused) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot listen at " + socket + ": " + refused.getMessage(),
          refused);
    }
  }

  private static EventLoopGroup loops(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  private static ServerBootstrap bootstrap(ChannelInitializer<Channel> newClient) {
    return new ServerBootstrap()
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, READS)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITES)
        .childHandler(newClient);
  }

  private static ListeningPort open(
      ServerBootstrap bootstrap, SocketAddress address, EventLoopGroup loops) throws IOException {
    ChannelFuture bound = bootstrap.group(loops).bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return new ListeningPort(loops, bound.channel());
  }

  /**
   * @param headerBytes for the first line, and for all headers together
   */
  public static HttpServerCodec codec(int headerBytes) {
    return new HttpServerCodec(
        new HttpDecoderConfig().setMaxInitialLineLength(headerBytes).setMaxHeaderSize(headerBytes));
  }

  /** Answers with nothing but a status, reads no more and hangs up. */
  public static void refuse(ChannelHandlerContext ctx, HttpResponseStatus status) {
    refuse(ctx, text(status, status.toString()));
  }

  /** Says that there is no room for this client just now, reads no more and hangs up. */
  public static void refuseForNow(ChannelHandlerContext ctx, Duration again) {
    FullHttpResponse response =
        text(HttpResponseStatus.SERVICE_UNAVAILABLE, "too much is asked at once; try again");
    response.headers().set(HttpHeaderNames.RETRY_AFTER, again.toSeconds());
    refuse(ctx, response);
  }

  private static void refuse(ChannelHandlerContext ctx, FullHttpResponse response) {
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    ctx.channel().config().setAutoRead(false);
    ctx.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
  }

  /** One line, without the headers of length and connection. */
  static FullHttpResponse text(HttpResponseStatus status, String line) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(line + "\n", UTF_8));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");
    return response;
  }

  /** Of a TCP port. */
  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /** Lets nobody in any more; those who are connected stay until {@link #close}. */
  public void stopListening() {
    channel.close().awaitUninterruptibly();
  }

  @Override
  public void close() {
    stopListening();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}

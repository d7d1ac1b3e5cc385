package dev.jubelet.streaming;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A small HTTP server whose every request is an upgrade. */
public final class StreamServer implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final Set<Channel> clients = ConcurrentHashMap.newKeySet();
  private final Channel listener;
  private final boolean tls;

  public interface Route {
    void serve(Channel client, HttpRequest request);
  }

  public StreamServer(Route route) throws InterruptedException {
    this(route, null);
  }

  public StreamServer(Route route, @Nullable SslContext context) throws InterruptedException {
    tls = context != null;
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    clients.add(channel);
                    channel.closeFuture().addListener(closed -> clients.remove(channel));
                    if (context != null) {
                      channel.pipeline().addLast(context.newHandler(channel.alloc()));
                    }
                    channel.pipeline().addLast(new HttpServerCodec(), new Door(route));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  public URI uri(String path) {
    return URI.create((tls ? "https" : "http") + "://127.0.0.1:" + port() + path);
  }

  public URI webSocket(String path) {
    return URI.create((tls ? "wss" : "ws") + "://127.0.0.1:" + port() + path);
  }

  public int open() {
    return clients.size();
  }

  /** Ends every connection, as a server does that dies. */
  public void hangUp() {
    clients.forEach(Channel::close);
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private static final class Door extends ChannelInboundHandlerAdapter {
    private final Route route;

    Door(Route route) {
      this.route = route;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof HttpRequest request) {
        route.serve(ctx.channel(), request);
      }
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}

package dev.jubelet.streaming.offer;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.stream.StreamOffers;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A small HTTP server whose addresses are each good for one client and one minute. */
public final class OfferServer implements StreamOffers, AutoCloseable {
  static final int MOST_CLIENTS = 1024;
  private static final int BACKLOG = 128;
  private static final int LOOPS = 2;
  private static final int HEADER_BYTES = 64 * 1024;
  private static final Duration REQUEST = Duration.ofSeconds(10);

  private final EventLoopGroup loops;
  private final OpenOffers offers;
  private final StreamEndpoint endpoint;
  private final Channel channel;

  private OfferServer(
      EventLoopGroup loops, OpenOffers offers, StreamEndpoint endpoint, Channel channel) {
    this.loops = loops;
    this.offers = offers;
    this.endpoint = endpoint;
    this.channel = channel;
  }

  /**
   * Begins to listen.
   *
   * @param port 0 for any
   * @throws OutsideFailure when the address is taken
   */
  public static OfferServer start(InetAddress address, int port, StreamLimits limits) {
    return start(address, port, limits, new OpenOffers(System::nanoTime), MOST_CLIENTS, REQUEST);
  }

  static OfferServer start(
      InetAddress address,
      int port,
      StreamLimits limits,
      OpenOffers offers,
      int mostClients,
      Duration patience) {
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            LOOPS, new DefaultThreadFactory("streams", true), NioIoHandler.newFactory());
    StreamEndpoint endpoint = new StreamEndpoint(limits);
    OfferClients clients = new OfferClients(mostClients);
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel client) {
                    if (!clients.admit(client)) {
                      client.close();
                      return;
                    }
                    client
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(
                                new HttpDecoderConfig()
                                    .setMaxInitialLineLength(HEADER_BYTES)
                                    .setMaxHeaderSize(HEADER_BYTES)))
                        .addLast(new OfferRequests(offers, endpoint, clients, patience));
                  }
                })
            .bind(new InetSocketAddress(address, port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot listen for streams on %s port %d: %s"
              .formatted(address.getHostAddress(), port, bound.cause().getMessage()),
          bound.cause());
    }
    return new OfferServer(loops, offers, endpoint, bound.channel());
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  @Override
  public String offer(String verb, StreamSession session) {
    InetAddress host = address().getAddress();
    String shown = host.getHostAddress();
    return "http://%s:%d/%s/%s"
        .formatted(
            host instanceof Inet6Address ? "[" + shown + "]" : shown,
            address().getPort(),
            verb,
            offers.add(verb, session));
  }

  /** Stops listening and hangs up on everybody. */
  @Override
  public void close() {
    channel.close().awaitUninterruptibly();
    endpoint.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}

package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.http.ListeningPort;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/** Connects to a runtime's streaming server and asks it for another protocol. */
final class RuntimeDialer {
  static final Duration CONNECT = Duration.ofSeconds(30);
  private static final int LINE = 4 << 10;
  private static final int HEADERS = 64 << 10;
  private static final int CHUNK = 8 << 10;

  private final StreamLimits limits;

  RuntimeDialer(StreamLimits limits) {
    this.limits = limits;
  }

  /** How it went; exactly one of these is called, on the event loop. */
  interface Answer {
    /** The runtime agreed. Its pipeline has the HTTP codec and nothing else that matters. */
    void agreed(Channel runtime, HttpResponse response);

    void refused(HttpResponse response, byte[] body);

    void failed(IOException why);
  }

  /** Event loop only; closing the returned channel gives up. */
  Channel dial(EventLoop loop, RuntimeAddress address, FullHttpRequest request, Answer answer) {
    UpgradeExchange exchange = new UpgradeExchange(request, answer, limits);
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(CONNECT.toMillis()))
            .option(ChannelOption.RECVBUF_ALLOCATOR, ListeningPort.READS)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, ListeningPort.WRITES)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) throws SSLException {
                    if (address.tls()) {
                      channel.pipeline().addLast(tls(channel, address));
                    }
                    channel.pipeline().addLast(new HttpClientCodec(LINE, HEADERS, CHUNK), exchange);
                  }
                })
            .connect(address.host(), address.port());
    connecting.addListener(connected -> {
      if (!connected.isSuccess()) {
        exchange.fail("error dialing backend: " + message(connected.cause()));
      }
    });
    return connecting.channel();
  }

  private static SslHandler tls(Channel channel, RuntimeAddress address) throws SSLException {
    SslContext context = SslContextBuilder.forClient().sslProvider(SslProvider.JDK).build();
    SslHandler handler = context.newHandler(channel.alloc(), address.host(), address.port());
    handler.setHandshakeTimeoutMillis(CONNECT.toMillis());
    return handler;
  }

  private static String message(Throwable cause) {
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}

package dev.jubelet.acceptance.streams;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.proxy.RuntimeStreamProxy;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

/**
 * The proxy alone, as a program that can be run where a node's runtime can be reached. A request
 * says itself in the parameter "runtime" where it is to go.
 */
final class StreamDoor {
  private StreamDoor() {}

  public static void main(String[] arguments) throws Exception {
    StreamEndpoint endpoint =
        new StreamEndpoint(StreamLimits.within(new MemoryBudget("streams", 8 << 20)));
    RuntimeStreamProxy proxy = new RuntimeStreamProxy(endpoint);
    Channel listener =
        new ServerBootstrap()
            .group(new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory()))
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpServerCodec(), new Porter(proxy));
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .sync()
            .channel();
    System.out.println(((InetSocketAddress) listener.localAddress()).getPort());
    System.out.flush();
    // Ends with the one who started it; a line asks how many sessions there are.
    while (System.in.read() >= 0) {
      System.out.println(endpoint.sessions());
      System.out.flush();
    }
    System.exit(0);
  }

  private static final class Porter extends SimpleChannelInboundHandler<HttpObject> {
    private final RuntimeStreamProxy proxy;

    Porter(RuntimeStreamProxy proxy) {
      this.proxy = proxy;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject message) {
      if (message instanceof HttpRequest request) {
        QueryStringDecoder decoder = new QueryStringDecoder(request.uri());
        Map<String, List<String>> query = decoder.parameters();
        URI runtime = URI.create(query.getOrDefault("runtime", List.of("")).getFirst());
        if (decoder.path().equals("/portForward")) {
          proxy.ports(ctx.channel(), request, runtime);
        } else {
          proxy.command(ctx.channel(), request, runtime, StreamUpgrade.options(query));
        }
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}

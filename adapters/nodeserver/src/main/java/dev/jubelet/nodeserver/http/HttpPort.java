package dev.jubelet.nodeserver.http;

import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.streaming.http.Connections;
import dev.jubelet.streaming.http.ListeningPort;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;

/** A listening port. */
public final class HttpPort implements AutoCloseable {
  private static final int LOOPS = 2;

  private final ListeningPort port;
  private final ExecutorService handshakes;
  private final Connections connections;

  private HttpPort(ListeningPort port, ExecutorService handshakes, Connections connections) {
    this.port = port;
    this.handshakes = handshakes;
    this.connections = connections;
  }

  /** Answers requests, each on a virtual thread that is interrupted when its client is gone. */
  @FunctionalInterface
  public interface CallHandler {
    void handle(HttpCall call, Reply reply) throws IOException;
  }

  /** How connections are made safe: an engine for each, or nothing while there is no key yet. */
  public interface Tls extends Supplier<Optional<SSLEngine>> {}

  /**
   * Begins to answer.
   *
   * @param port 0 takes any free one
   * @param tls empty: in the clear
   */
  public static HttpPort start(
      InetAddress address,
      int port,
      PortLimits limits,
      HttpMemory memory,
      Optional<Tls> tls,
      CallHandler handler) {
    ExecutorService handshakes =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("tls-", 0).factory());
    HandshakeTurns turns = new HandshakeTurns(limits.handshakes(), System::nanoTime);
    Connections connections = new Connections(limits.connections());
    ChannelInitializer<Channel> welcome =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            HttpConnection connection = new HttpConnection(limits, memory, handler, connections);
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
              secured.setHandshakeTimeoutMillis(limits.handshakes().timeout().toMillis());
              channel.pipeline().addLast(new HandshakeGate(turns, secured));
            }
            speakHttp(channel, limits, connection);
          }
        };
    try {
      ListeningPort opened =
          ListeningPort.open(address, port, "port-" + port, tls.isPresent() ? LOOPS : 1, welcome);
      return new HttpPort(opened, handshakes, connections);
    } catch (OutsideFailure taken) {
      handshakes.shutdownNow();
      throw taken;
    }
  }

  /**
   * Begins to answer at a unix socket, in the clear.
   *
   * @param mayAsk whether a client that has connected is served
   */
  public static HttpPort start(
      Path socket,
      PortLimits limits,
      HttpMemory memory,
      Predicate<Channel> mayAsk,
      CallHandler handler) {
    Connections connections = new Connections(limits.connections());
    ChannelInitializer<Channel> welcome =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            HttpConnection connection = new HttpConnection(limits, memory, handler, connections);
            if (!mayAsk.test(channel) || !connections.admit(connection)) {
              channel.close();
              return;
            }
            channel.closeFuture().addListener(closed -> connections.gone(connection));
            speakHttp(channel, limits, connection);
          }
        };
    ExecutorService none = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory());
    return new HttpPort(ListeningPort.open(socket, "socket", welcome), none, connections);
  }

  private static void speakHttp(Channel channel, PortLimits limits, HttpConnection connection) {
    channel
        .pipeline()
        .addLast(new FirstByte(connection))
        .addLast(ListeningPort.codec(limits.headerBytes()))
        .addLast(connection);
  }

  public InetSocketAddress address() {
    return port.address();
  }

  /** How many are connected just now. */
  public int connected() {
    return connections.count();
  }

  @Override
  public void close() {
    port.close();
    handshakes.shutdownNow();
  }

  private static final class FirstByte extends ChannelInboundHandlerAdapter {
    private final HttpConnection connection;

    FirstByte(HttpConnection connection) {
      this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof ByteBuf bytes && !connection.takes(bytes)) {
        ReferenceCountUtil.release(message);
      } else {
        ctx.fireChannelRead(message);
      }
    }
  }
}

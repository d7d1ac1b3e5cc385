package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.http.ClientTakeover;
import dev.jubelet.streaming.websocket.TunnelCodec;
import dev.jubelet.streaming.websocket.WebSocketHandshake;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** An upgraded connection from a client straight through to a runtime. Event loop only. */
public final class PassThrough {
  private final StreamLimits limits;
  private final RuntimeDialer dialer;

  public PassThrough(StreamLimits limits) {
    this.limits = limits;
    this.dialer = new RuntimeDialer(limits);
  }

  /** The client's protocol, whatever it is, spoken by the runtime itself. */
  public void plain(ClientTakeover client, HttpRequest request, URI runtime) {
    address(client, runtime)
        .ifPresent(address ->
            ask(
                client,
                address,
                UpgradeRequest.passedOn(request, address, client.channel().remoteAddress()),
                response -> copyOf(response, Unpooled.EMPTY_BUFFER),
                List.of()));
  }

  /** SPDY in WebSocket messages on the client's side, bare SPDY on the runtime's. */
  public void tunnel(ClientTakeover client, HttpRequest request, URI runtime) {
    Optional<String> problem = WebSocketHandshake.problem(request);
    if (problem.isPresent()) {
      client.refuse(HttpResponseStatus.BAD_REQUEST, problem.get());
      return;
    }
    List<String> inside = Subprotocols.tunnelled(request);
    address(client, runtime)
        .ifPresent(address ->
            ask(
                client,
                address,
                UpgradeRequest.inSpdy(request, address, client.channel().remoteAddress(), inside),
                response -> tunnelAgreement(request, response),
                List.of(WebSocketHandshake.codec(limits, new TunnelCodec()))));
  }

  private static Optional<RuntimeAddress> address(ClientTakeover client, URI runtime) {
    try {
      return Optional.of(RuntimeAddress.of(runtime));
    } catch (IllegalArgumentException e) {
      client.refuse(HttpResponseStatus.INTERNAL_SERVER_ERROR, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** What the client is told once the runtime has agreed; fails if the runtime makes no sense. */
  private interface Agreement {
    FullHttpResponse after(HttpResponse response) throws IOException;
  }

  private static FullHttpResponse copyOf(HttpResponse response, ByteBuf body) {
    FullHttpResponse copy =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, response.status(), body);
    copy.headers().set(response.headers());
    return copy;
  }

  private static FullHttpResponse tunnelAgreement(HttpRequest request, HttpResponse response)
      throws IOException {
    String upgrade = response.headers().get(HttpHeaderNames.UPGRADE, "");
    if (!upgrade.equalsIgnoreCase(Subprotocols.SPDY_31)) {
      throw new IOException("unable to upgrade: missing upgrade headers in response");
    }
    String protocol = response.headers().get(Subprotocols.SPDY_HEADER, "").trim();
    Optional<String> chosen =
        Subprotocols.choose(Subprotocols.tunnelled(request), List.of(protocol));
    return WebSocketHandshake.agreement(request, chosen.map(Subprotocols::inTunnel).orElse(null));
  }

  private void ask(
      ClientTakeover client,
      RuntimeAddress address,
      FullHttpRequest question,
      Agreement agreement,
      List<ChannelHandler> clientCodec) {
    Channel channel = client.channel();
    Channel dialled =
        dialer.dial(
            channel.eventLoop(),
            address,
            question,
            new RuntimeDialer.Answer() {
              @Override
              public void agreed(Channel runtime, HttpResponse response) {
                try {
                  join(client, runtime, agreement.after(response), clientCodec);
                } catch (IOException e) {
                  runtime.close();
                  failed(e);
                }
              }

              @Override
              public void refused(HttpResponse response, byte[] body) {
                client.refuse(refusal(response, body));
              }

              @Override
              public void failed(IOException why) {
                client.refuse(
                    HttpResponseStatus.INTERNAL_SERVER_ERROR, String.valueOf(why.getMessage()));
              }
            });
    channel.closeFuture().addListener(gone -> dialled.close());
  }

  private static FullHttpResponse refusal(HttpResponse response, byte[] body) {
    FullHttpResponse copy = copyOf(response, Unpooled.wrappedBuffer(body));
    copy.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
    copy.headers().remove(HttpHeaderNames.UPGRADE);
    return copy;
  }

  private void join(
      ClientTakeover client,
      Channel runtime,
      FullHttpResponse response,
      List<ChannelHandler> clientCodec) {
    Channel channel = client.channel();
    Relay relay = new Relay(channel, runtime, limits);
    ChannelHandler[] handlers = new ChannelHandler[clientCodec.size() + 2];
    clientCodec.toArray(handlers);
    handlers[clientCodec.size()] =
        new IdleStateHandler(0, 0, limits.idle().toNanos(), TimeUnit.NANOSECONDS);
    handlers[clientCodec.size() + 1] = relay.clientSide();
    client.switchTo(response, handlers);
    runtime.pipeline().removeLast();
    runtime.pipeline().addLast(relay.runtimeSide());
    runtime.pipeline().remove(HttpClientCodec.class);
  }
}

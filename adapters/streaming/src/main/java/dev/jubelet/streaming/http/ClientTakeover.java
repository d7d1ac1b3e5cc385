package dev.jubelet.streaming.http;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.flow.LingeringClose;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * A client's channel whose request asks for another protocol. What stands before the HTTP codec
 * stays; the codec answers once more and goes, with everything after it. Event loop only.
 */
public final class ClientTakeover {
  private final Channel channel;
  private final StreamLimits limits;
  private boolean answered;

  private ClientTakeover(Channel channel, StreamLimits limits) {
    this.channel = channel;
    this.limits = limits;
  }

  public static ClientTakeover of(Channel channel, StreamLimits limits) {
    ChannelPipeline pipeline = channel.pipeline();
    if (pipeline.get(HttpServerCodec.class) == null) {
      throw new IllegalStateException("no HTTP codec in " + pipeline.names());
    }
    while (!(pipeline.last() instanceof HttpServerCodec)) {
      pipeline.removeLast();
    }
    pipeline.addLast(new HandshakeTimeout());
    channel.config().setAutoRead(true);
    return new ClientTakeover(channel, limits);
  }

  public Channel channel() {
    return channel;
  }

  /** Answers with an error, as Go's http.Error writes it. */
  public void refuse(HttpResponseStatus status, String text) {
    FullHttpResponse response = ListeningPort.text(status, text);
    response.headers().set("X-Content-Type-Options", "nosniff");
    refuse(response);
  }

  public void refuse(FullHttpResponse response) {
    if (answered) {
      response.release();
      return;
    }
    answered = true;
    response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
    LingeringClose.after(channel.writeAndFlush(response), limits);
  }

  /** Agrees, and hands everything that comes from now on to the given handlers. */
  public void switchTo(FullHttpResponse response, ChannelHandler... handlers) {
    if (answered) {
      response.release();
      return;
    }
    answered = true;
    ChannelPipeline pipeline = channel.pipeline();
    channel.writeAndFlush(response);
    pipeline.removeLast();
    pipeline.addLast(handlers);
    // What the codec has read beyond the request is passed on to the new handlers.
    pipeline.remove(HttpServerCodec.class);
    channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
  }

  /** Stands in until the answer is known. A client that goes on without it is not to be trusted. */
  private static final class HandshakeTimeout extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      boolean endOfRequest =
          message instanceof LastHttpContent last && last.content().readableBytes() == 0;
      ReferenceCountUtil.release(message);
      if (!endOfRequest) {
        ctx.close();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ctx.close();
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}

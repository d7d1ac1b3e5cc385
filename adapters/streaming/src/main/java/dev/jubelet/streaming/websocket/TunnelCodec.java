package dev.jubelet.streaming.websocket;

import dev.jubelet.streaming.flow.LingeringClose;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.List;

/** Plain bytes inside binary messages: where a message begins or ends means nothing. */
public final class TunnelCodec extends MessageToMessageCodec<WebSocketFrame, ByteBuf> {
  public TunnelCodec() {
    super(WebSocketFrame.class, ByteBuf.class);
  }

  @Override
  protected void encode(ChannelHandlerContext ctx, ByteBuf bytes, List<Object> out) {
    out.add(new BinaryWebSocketFrame(bytes.retain()));
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, WebSocketFrame frame, List<Object> out) {
    switch (frame) {
      case BinaryWebSocketFrame data -> out.add(data.content().retain());
      case ContinuationWebSocketFrame data -> out.add(data.content().retain());
      case PingWebSocketFrame ping ->
          ctx.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
      case PongWebSocketFrame ignored -> {}
      case CloseWebSocketFrame close -> hangUp(ctx, close.retain());
      default -> hangUp(ctx, new CloseWebSocketFrame(WebSocketCloseStatus.INVALID_MESSAGE_TYPE));
    }
  }

  private static void hangUp(ChannelHandlerContext ctx, CloseWebSocketFrame frame) {
    ctx.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof LingeringClose.Ending ending) {
      ending.after(ctx.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE)));
    }
    ctx.fireUserEventTriggered(event);
  }
}

package dev.jubelet.streaming.websocket;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.flow.FlowConnection;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Numbered channels in WebSocket messages: the first byte of a message is the number. */
public final class ChannelConnection extends FlowConnection {
  private final ChannelEncoding encoding;
  private final List<ChannelFlow> flows = new ArrayList<>();
  private final ChannelMessages messages;

  /** What a channel is for, seen from the server. */
  public enum Use {
    READ,
    WRITE,
    BOTH,
    NONE
  }

  /**
   * @param closeSignals whether clients can close a single channel, as they can since version 5
   */
  public ChannelConnection(
      StreamLimits limits, ChannelEncoding encoding, boolean closeSignals, List<Use> uses) {
    super(limits);
    this.encoding = encoding;
    for (Use use : uses) {
      ChannelFlow flow = new ChannelFlow(this, flows.size(), use, newBuffer());
      if (use == Use.WRITE || use == Use.NONE) {
        flow.inbound.close();
      }
      flows.add(flow);
    }
    this.messages = new ChannelMessages(encoding, closeSignals, this::deliver, this::finish);
  }

  public Flow flow(int number) {
    return flows.get(number);
  }

  /** Shows the client that the connection stands. Event loop only. */
  public void greet(int number) {
    context().writeAndFlush(encoding.frame(number, new byte[0], 0, 0));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      switch (message) {
        case BinaryWebSocketFrame frame -> data(frame, true);
        case TextWebSocketFrame frame -> data(frame, true);
        case ContinuationWebSocketFrame frame -> data(frame, false);
        case PingWebSocketFrame ping ->
            ctx.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
        case CloseWebSocketFrame close -> closed(ctx, close);
        // Answers to our own signs of life, and the end of the request, mean nothing.
        default -> {}
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void data(WebSocketFrame frame, boolean first) {
    try {
      messages.take(frame.content(), first, frame.isFinalFragment());
    } catch (IOException e) {
      context().writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.PROTOCOL_ERROR));
      abort(e);
    }
  }

  private void deliver(int number, io.netty.buffer.ByteBuf data) {
    if (number < flows.size()) {
      deliver(flows.get(number).inbound, data);
    }
  }

  private void finish(int number) throws IOException {
    if (number >= flows.size()) {
      throw new IOException("there is no channel " + number + " to close");
    }
    flows.get(number).inbound.finish();
  }

  private void closed(ChannelHandlerContext ctx, CloseWebSocketFrame frame) {
    if (!leaving()) {
      ctx.writeAndFlush(frame.retain());
    }
    abort(new IOException("the client has closed the connection"));
  }

  void sendData(int number, byte[] bytes, int start, int length) throws IOException {
    send(encoding.frame(number, bytes, start, length));
  }

  @Override
  protected Object keepAliveMessage() {
    return new PongWebSocketFrame();
  }

  @Override
  protected void failFlows(IOException why) {
    for (ChannelFlow flow : flows) {
      flow.outbound.shut();
      flow.inbound.fail(why);
    }
  }

  @Override
  protected ChannelFuture sayGoodbye(ChannelHandlerContext ctx) {
    for (ChannelFlow flow : flows) {
      flow.outbound.shut();
      flow.inbound.close();
    }
    return ctx.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE));
  }
}

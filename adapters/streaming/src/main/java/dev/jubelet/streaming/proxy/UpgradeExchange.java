package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.StreamLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One question to a runtime, and its answer. Event loop only. */
final class UpgradeExchange extends ChannelInboundHandlerAdapter {
  /** More of a refusal's text than this is of no use to anybody. */
  private static final int MOST_TEXT = 64 << 10;

  private final FullHttpRequest request;
  private final RuntimeDialer.Answer answer;
  private final StreamLimits limits;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private @Nullable HttpResponse response;
  private @Nullable Future<?> tooLate;
  private boolean answered;

  UpgradeExchange(FullHttpRequest request, RuntimeDialer.Answer answer, StreamLimits limits) {
    this.request = request;
    this.answer = answer;
    this.limits = limits;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    ctx.writeAndFlush(request);
    tooLate =
        ctx.executor()
            .schedule(
                () -> giveUp(ctx.channel(), "the runtime did not answer in time"),
                limits.answer().toNanos(),
                TimeUnit.NANOSECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof HttpResponse head) {
        response = head;
      }
      if (message instanceof HttpContent part && !answered) {
        int count = Math.min(part.content().readableBytes(), MOST_TEXT - body.size());
        byte[] text = new byte[count];
        part.content().readBytes(text);
        body.writeBytes(text);
      }
      if (message instanceof LastHttpContent && response != null && answerOnce()) {
        finish(ctx, response);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void finish(ChannelHandlerContext ctx, HttpResponse head) {
    if (head.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
      answer.agreed(ctx.channel(), head);
      return;
    }
    ctx.close();
    if (head.status().code() >= 400) {
      answer.refused(head, body.toByteArray());
    } else {
      // Above all no redirect: a client that followed one would carry its credentials along.
      answer.failed(
          new IOException("invalid upgrade response: status code " + head.status().code()));
    }
  }

  private boolean answerOnce() {
    if (answered) {
      return false;
    }
    answered = true;
    if (tooLate != null) {
      tooLate.cancel(false);
    }
    return true;
  }

  void fail(String why) {
    if (answerOnce()) {
      answer.failed(new IOException(why));
    }
  }

  void giveUp(Channel channel, String why) {
    fail(why);
    channel.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent && !answered) {
      ctx.close();
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    fail("the runtime hung up without an answer");
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    giveUp(ctx.channel(), "the runtime's answer failed: " + cause.getMessage());
  }
}

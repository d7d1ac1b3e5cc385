package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.flow.LingeringClose;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Carries bytes between a client and a runtime, as they are. Each side is read only while the other
 * takes more. Both channels live on one event loop.
 */
final class Relay {
  /** How long a runtime may take to read what is left of a client that has gone. */
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  private final Channel client;
  private final Channel runtime;
  private final StreamLimits limits;
  private boolean clientEnded;
  private boolean runtimeEnded;

  Relay(Channel client, Channel runtime, StreamLimits limits) {
    this.client = client;
    this.runtime = runtime;
    this.limits = limits;
  }

  ChannelInboundHandlerAdapter clientSide() {
    return new Side(client, runtime, this::clientStopped, this::abort);
  }

  ChannelInboundHandlerAdapter runtimeSide() {
    // A runtime that hangs up while a client still talks resets; what it said before counts.
    return new Side(runtime, client, this::runtimeStopped, this::runtimeStopped);
  }

  /**
   * A client that hangs up ends the stream, as it does at the Go kubelet: nobody speaks these
   * protocols with half a connection. What it said before still reaches the runtime.
   */
  private void clientStopped() {
    if (clientEnded) {
      return;
    }
    clientEnded = true;
    closeAfterFlush(runtime);
    var farewell =
        runtime.eventLoop().schedule(this::abort, FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
    runtime
        .closeFuture()
        .addListener(closed -> {
          farewell.cancel(false);
          client.close();
        });
  }

  /** Everything that the runtime said reaches the client before the connection ends. */
  private void runtimeStopped() {
    if (runtimeEnded || clientEnded) {
      return;
    }
    runtimeEnded = true;
    runtime.close();
    client.config().setAutoRead(true);
    LingeringClose.after(client.writeAndFlush(Unpooled.EMPTY_BUFFER), limits);
  }

  private static void closeAfterFlush(Channel channel) {
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(flushed -> channel.close());
  }

  /** The client is lost, or nobody said anything for too long: nothing is worth waiting for. */
  private void abort() {
    for (Channel channel : new Channel[] {client, runtime}) {
      if (channel.isActive()) {
        channel.config().setOption(ChannelOption.SO_LINGER, 0);
      }
      channel.close();
    }
  }

  private final class Side extends ChannelInboundHandlerAdapter {
    private final Channel own;
    private final Channel other;
    private final Runnable ended;
    private final Runnable failed;

    Side(Channel own, Channel other, Runnable ended, Runnable failed) {
      this.own = own;
      this.other = other;
      this.ended = ended;
      this.failed = failed;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (!(message instanceof ByteBuf) || !other.isActive()) {
        // The end of the request, or something for a side that has gone.
        ReferenceCountUtil.release(message);
        return;
      }
      other.write(message, other.voidPromise());
      if (!other.isWritable()) {
        own.config().setAutoRead(false);
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      other.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
      other.config().setAutoRead(own.isWritable());
      ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof IdleStateEvent) {
        abort();
      } else if (event instanceof ChannelInputShutdownEvent) {
        ended.run();
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      ended.run();
      ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      failed.run();
    }
  }
}

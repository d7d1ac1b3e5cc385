package dev.jubelet.nodeserver.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Holds a client that has begun to speak until it is its turn to shake hands; who only holds a
 * connection takes nobody's turn. Event loop only.
 */
final class HandshakeGate extends ChannelInboundHandlerAdapter {
  private final HandshakeTurns turns;
  private final SslHandler tls;
  private final Queue<Object> held = new ArrayDeque<>();

  HandshakeGate(HandshakeTurns turns, SslHandler tls) {
    this.turns = turns;
    this.tls = tls;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    held.add(message);
    if (held.size() > 1) {
      // What was read before reading stopped; it waits with the first.
      return;
    }
    Optional<Duration> wait =
        ctx.channel().remoteAddress() instanceof InetSocketAddress source
            ? turns.take(source.getAddress())
            : Optional.of(Duration.ZERO);
    if (wait.isEmpty()) {
      ctx.close();
    } else if (wait.get().isZero()) {
      open(ctx);
    } else {
      ctx.channel().config().setAutoRead(false);
      ctx.executor().schedule(() -> open(ctx), wait.get().toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void open(ChannelHandlerContext ctx) {
    if (ctx.isRemoved() || !ctx.channel().isActive()) {
      return;
    }
    ctx.pipeline().addAfter(ctx.name(), null, tls);
    for (Object each = held.poll(); each != null; each = held.poll()) {
      ctx.fireChannelRead(each);
    }
    ctx.fireChannelReadComplete();
    ctx.pipeline().remove(this);
    ctx.channel().config().setAutoRead(true);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    held.forEach(ReferenceCountUtil::release);
    held.clear();
  }
}

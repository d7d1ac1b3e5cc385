package dev.jubelet.streaming.flow;

import dev.jubelet.streaming.StreamLimits;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Hangs up without losing what was sent. A socket that is closed while something unread lies in it
 * answers with a reset, which destroys what the client has not received yet; so only our half is
 * closed first, and the client is listened to until it hangs up too.
 */
public final class LingeringClose {
  /** How long a client may take to hang up once everything was sent to it. */
  private static final Duration LINGER = Duration.ofMinutes(5);

  private LingeringClose() {}

  /**
   * Event loop only. The pipeline must go on reading and dropping, and close on the client's end.
   */
  public static void after(ChannelFuture lastWrite, StreamLimits limits) {
    Channel channel = lastWrite.channel();
    Future<?> tooSlow = closeLater(channel, limits.idle().toNanos());
    lastWrite.addListener(flushed -> {
      tooSlow.cancel(false);
      if (!flushed.isSuccess()) {
        channel.close();
        return;
      }
      closeLater(channel, LINGER.toNanos());
      Ending ending = new Ending(lastWrite);
      channel.pipeline().fireUserEventTriggered(ending);
      ending.lastWrite.addListener(said -> endOutput(channel));
    });
  }

  /**
   * Tells the handlers that our half is about to end: those that have words for it say them now.
   */
  public static final class Ending {
    private ChannelFuture lastWrite;

    private Ending(ChannelFuture lastWrite) {
      this.lastWrite = lastWrite;
    }

    public void after(ChannelFuture word) {
      lastWrite = word;
    }
  }

  private static Future<?> closeLater(Channel channel, long nanos) {
    Future<?> task =
        channel.eventLoop().schedule(() -> channel.close(), nanos, TimeUnit.NANOSECONDS);
    ChannelFuture closed = channel.closeFuture();
    closed.addListener(done -> task.cancel(false));
    return task;
  }

  /** Ends our half of a connection, with the words that TLS has for it. */
  private static void endOutput(Channel channel) {
    channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      shutdown(channel);
    } else {
      tls.closeOutbound().addListener(said -> shutdown(channel));
    }
  }

  private static void shutdown(Channel channel) {
    if (channel instanceof DuplexChannel duplex && duplex.isActive()) {
      duplex.shutdownOutput();
    } else {
      channel.close();
    }
  }
}

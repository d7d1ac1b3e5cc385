package dev.jubelet.streaming.spdy;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.flow.FlowConnection;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.spdy.DefaultSpdyDataFrame;
import io.netty.handler.codec.spdy.DefaultSpdyGoAwayFrame;
import io.netty.handler.codec.spdy.DefaultSpdyPingFrame;
import io.netty.handler.codec.spdy.DefaultSpdyRstStreamFrame;
import io.netty.handler.codec.spdy.SpdyDataFrame;
import io.netty.handler.codec.spdy.SpdyFrameCodec;
import io.netty.handler.codec.spdy.SpdyGoAwayFrame;
import io.netty.handler.codec.spdy.SpdyHeadersFrame;
import io.netty.handler.codec.spdy.SpdyPingFrame;
import io.netty.handler.codec.spdy.SpdyRstStreamFrame;
import io.netty.handler.codec.spdy.SpdySessionStatus;
import io.netty.handler.codec.spdy.SpdyStreamStatus;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyVersion;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * SPDY/3.1 as Kubernetes speaks it: no flow control per stream. The library of all its clients and
 * servers never sends a window update, so windows must not be kept here either; the bound is that
 * of the connection.
 */
public abstract sealed class SpdyConnection extends FlowConnection
    permits SpdyServerConnection, SpdyClientConnection {
  private static final int CHUNK = 64 << 10;
  private static final int HEADER_BYTES = 16 << 10;

  final SortedMap<Integer, SpdyStream> streams = new TreeMap<>();
  private final int firstPing;
  private int nextPing;

  /** The newest stream of the other side. */
  int lastOpened;

  /**
   * @param firstPing clients have odd numbers, servers even ones
   */
  SpdyConnection(StreamLimits limits, int firstPing) {
    super(limits);
    this.firstPing = firstPing;
    this.nextPing = firstPing;
  }

  /** To be put before it in the pipeline. */
  public static SpdyFrameCodec frames() {
    return new SpdyFrameCodec(SpdyVersion.SPDY_3_1, CHUNK, HEADER_BYTES, 6, 15, 8);
  }

  abstract void opened(SpdySynStreamFrame frame);

  abstract void replied(SpdySynReplyFrame frame);

  /** A stream was reset by the other side: ends its input. */
  abstract void wasReset(SpdyStream stream);

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      switch (message) {
        case SpdyDataFrame data -> data(data);
        case SpdySynStreamFrame open -> opened(open);
        case SpdySynReplyFrame reply -> replied(reply);
        case SpdyHeadersFrame headers when headers.isLast() -> inputEnded(headers.streamId());
        case SpdyRstStreamFrame reset -> reset(reset);
        case SpdyPingFrame ping when (ping.id() - firstPing) % 2 != 0 -> ctx.writeAndFlush(ping);
        case SpdyGoAwayFrame ignored -> abort(new IOException("the other side is leaving"));
        // Settings, window updates, answers to our pings and what else there is change nothing.
        default -> {}
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void data(SpdyDataFrame frame) {
    SpdyStream stream = streams.get(frame.streamId());
    if (stream == null) {
      // One that we have closed already: what is still under way is of no use.
      return;
    }
    deliver(stream.inbound, frame.content());
    if (frame.isLast()) {
      inputEnded(frame.streamId());
    }
  }

  final void inputEnded(int id) {
    SpdyStream stream = streams.get(id);
    if (stream != null) {
      stream.inbound.finish();
      stream.inputEnded = true;
      forgetIfDone(stream);
    }
  }

  private void reset(SpdyRstStreamFrame frame) {
    SpdyStream stream = streams.remove(frame.streamId());
    if (stream != null) {
      stream.outbound.shut();
      wasReset(stream);
    }
  }

  private void forgetIfDone(SpdyStream stream) {
    if (stream.inputEnded && stream.outputEnded) {
      streams.remove(stream.id());
    }
  }

  final void refuse(int id, SpdyStreamStatus why) {
    context().writeAndFlush(new DefaultSpdyRstStreamFrame(id, why));
  }

  final void end(SpdyStream stream) throws IOException {
    DefaultSpdyDataFrame last = new DefaultSpdyDataFrame(stream.id());
    last.setLast(true);
    send(last);
    onLoop(() -> {
      stream.outputEnded = true;
      forgetIfDone(stream);
    });
  }

  final void reset(SpdyStream stream) {
    stream.outbound.shut();
    stream.inbound.close();
    onLoop(() -> {
      if (streams.remove(stream.id()) != null && gone() == null) {
        refuse(stream.id(), SpdyStreamStatus.CANCEL);
      }
    });
  }

  @Override
  protected final Object keepAliveMessage() {
    int id = nextPing;
    nextPing = id >= Integer.MAX_VALUE - 2 ? firstPing : id + 2;
    return new DefaultSpdyPingFrame(id);
  }

  @Override
  protected void failFlows(IOException why) {
    for (SpdyStream stream : List.copyOf(streams.values())) {
      stream.outbound.shut();
      stream.inbound.fail(why);
    }
    streams.clear();
  }

  @Override
  protected final ChannelFuture sayGoodbye(ChannelHandlerContext ctx) {
    for (SpdyStream stream : List.copyOf(streams.values())) {
      stream.outbound.shut();
      stream.inbound.close();
      ctx.write(new DefaultSpdyRstStreamFrame(stream.id(), SpdyStreamStatus.CANCEL));
    }
    streams.clear();
    return ctx.writeAndFlush(new DefaultSpdyGoAwayFrame(lastOpened, SpdySessionStatus.OK));
  }
}

package dev.jubelet.streaming.spdy;

import dev.jubelet.streaming.StreamLimits;
import io.netty.handler.codec.spdy.DefaultSpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdyStreamStatus;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import java.io.IOException;
import java.util.function.Predicate;

/** The side on which the client opens streams. */
public final class SpdyServerConnection extends SpdyConnection {
  private final Predicate<SpdyStream> acceptor;

  /**
   * @param acceptor says on the event loop whether a stream may be; it is answered afterwards
   */
  public SpdyServerConnection(StreamLimits limits, Predicate<SpdyStream> acceptor) {
    super(limits, 2);
    this.acceptor = acceptor;
  }

  @Override
  void opened(SpdySynStreamFrame frame) {
    int id = frame.streamId();
    if (leaving() || gone() != null) {
      return;
    }
    if (id <= lastOpened || id % 2 == 0 || frame.isInvalid() || frame.isTruncated()) {
      refuse(id, SpdyStreamStatus.PROTOCOL_ERROR);
      return;
    }
    lastOpened = id;
    if (streams.size() >= limits.streams()) {
      refuse(id, SpdyStreamStatus.REFUSED_STREAM);
      return;
    }
    SpdyStream stream = new SpdyStream(this, id, frame.headers(), newBuffer());
    streams.put(id, stream);
    if (!acceptor.test(stream)) {
      streams.remove(id);
      refuse(id, SpdyStreamStatus.CANCEL);
      return;
    }
    if (frame.isLast()) {
      inputEnded(id);
    }
    if (frame.isUnidirectional()) {
      stream.outbound.shut();
      stream.outputEnded = true;
    }
    context().writeAndFlush(reply(id));
  }

  /** Go's reader takes a reply without any header for a cut connection, as it is written here. */
  private static SpdySynReplyFrame reply(int id) {
    SpdySynReplyFrame reply = new DefaultSpdySynReplyFrame(id);
    reply.headers().set(":status", "200");
    return reply;
  }

  @Override
  void replied(SpdySynReplyFrame frame) {
    refuse(frame.streamId(), SpdyStreamStatus.PROTOCOL_ERROR);
  }

  @Override
  void wasReset(SpdyStream stream) {
    stream.inbound.fail(new IOException("the client has reset the stream"));
  }
}

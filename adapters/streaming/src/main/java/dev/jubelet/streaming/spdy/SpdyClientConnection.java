package dev.jubelet.streaming.spdy;

import dev.jubelet.streaming.StreamLimits;
import io.netty.handler.codec.spdy.DefaultSpdySynStreamFrame;
import io.netty.handler.codec.spdy.SpdyStreamStatus;
import io.netty.handler.codec.spdy.SpdySynReplyFrame;
import io.netty.handler.codec.spdy.SpdySynStreamFrame;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The side that opens streams. */
public final class SpdyClientConnection extends SpdyConnection {
  private final Map<Integer, CompletableFuture<SpdyStream>> awaited = new LinkedHashMap<>();
  private int next = 1;

  public SpdyClientConnection(StreamLimits limits) {
    super(limits, 1);
  }

  /** Opens a stream and waits for the other side's consent. Never on the event loop. */
  public SpdyStream open(Map<String, String> headers) throws IOException, InterruptedException {
    CompletableFuture<SpdyStream> answer = new CompletableFuture<>();
    onLoop(() -> request(headers, answer));
    try {
      return answer.get(limits.creation().toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException("the stream was not accepted within " + limits.creation(), e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause() == null ? "failed" : e.getCause().getMessage(), e);
    }
  }

  private void request(Map<String, String> headers, CompletableFuture<SpdyStream> answer) {
    IOException why = gone();
    if (why != null || leaving()) {
      answer.completeExceptionally(why == null ? new IOException("the connection is closed") : why);
      return;
    }
    if (streams.size() >= limits.streams()) {
      answer.completeExceptionally(new IOException("too many streams in one connection"));
      return;
    }
    int id = next;
    next += 2;
    SpdySynStreamFrame frame = new DefaultSpdySynStreamFrame(id, 0, (byte) 0);
    headers.forEach((name, value) -> frame.headers().set(name, value));
    streams.put(id, new SpdyStream(this, id, frame.headers(), newBuffer()));
    awaited.put(id, answer);
    context().writeAndFlush(frame);
  }

  @Override
  void opened(SpdySynStreamFrame frame) {
    refuse(frame.streamId(), SpdyStreamStatus.REFUSED_STREAM);
  }

  @Override
  void replied(SpdySynReplyFrame frame) {
    CompletableFuture<SpdyStream> answer = awaited.remove(frame.streamId());
    SpdyStream stream = streams.get(frame.streamId());
    if (answer == null || stream == null) {
      return;
    }
    if (frame.isLast()) {
      inputEnded(frame.streamId());
    }
    if (!answer.complete(stream)) {
      reset(stream);
    }
  }

  /** Go's servers end streams that way when all was sent, so it is an end like any other. */
  @Override
  void wasReset(SpdyStream stream) {
    stream.inbound.finish();
    CompletableFuture<SpdyStream> answer = awaited.remove(stream.id());
    if (answer != null) {
      answer.completeExceptionally(new IOException("the other side refused a stream"));
    }
  }

  @Override
  protected void failFlows(IOException why) {
    super.failFlows(why);
    awaited.values().forEach(answer -> answer.completeExceptionally(why));
    awaited.clear();
  }
}

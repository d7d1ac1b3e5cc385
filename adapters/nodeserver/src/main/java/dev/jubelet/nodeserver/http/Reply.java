package dev.jubelet.nodeserver.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Where the answer to one request goes. A call returns when the client has taken what was sent, so
 * a slow client slows only its own thread, and one that takes nothing is cut off.
 */
public final class Reply {
  private static final int PIECE = 32 * 1024;

  private final Channel channel;
  private final HttpRequest request;
  private final Duration stalled;
  private final boolean bodiless;
  private final Runnable letIn;
  private boolean keepAlive;
  private boolean begun;
  private boolean handedOver;

  Reply(Channel channel, HttpRequest request, PortLimits limits, Runnable letIn) {
    this.channel = channel;
    this.request = request;
    this.stalled = limits.stalled();
    this.letIn = letIn;
    this.bodiless = request.method().equals(HttpMethod.HEAD);
    this.keepAlive =
        limits.keepAlive()
            && HttpUtil.isKeepAlive(request)
            // A body that was announced and not waited for would be taken for the next request.
            && !HttpUtil.is100ContinueExpected(request);
  }

  /** The caller may ask: from now on it does not have to give way to others. */
  public void letIn() {
    letIn.run();
  }

  /** Sends a whole answer. */
  public void send(HttpAnswer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    HttpResponse head = head(answer.status(), answer.headers());
    head.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    begun = true;
    if (body.length <= PIECE || bodiless) {
      ByteBuf content = bodiless ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
      channel.write(head);
      channel.write(new DefaultHttpContent(content));
      await(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
      return;
    }
    await(channel.writeAndFlush(head));
    piecewise(body, 0, body.length);
    await(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
  }

  /** Begins an answer of unknown length; closing the stream completes it. */
  public OutputStream begin(int status, Map<String, String> headers) throws IOException {
    HttpResponse head = head(status, headers);
    if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
      keepAlive = false;
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    } else {
      head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
    }
    begun = true;
    await(channel.writeAndFlush(head));
    return new BufferedOutputStream(new Body(), PIECE);
  }

  /** Whether it is too late for another status. */
  public boolean begun() {
    return begun;
  }

  /**
   * Gives the connection away. The action runs on its event loop, with nothing being read, and owns
   * the pipeline from then on: it takes the HTTP handlers out or answers through them and closes.
   */
  public void handOver(Consumer<Channel> newOwner) {
    begun = true;
    handedOver = true;
    channel
        .eventLoop()
        .execute(() -> {
          HttpConnection connection = channel.pipeline().get(HttpConnection.class);
          if (connection != null) {
            connection.leave();
            newOwner.accept(channel);
          }
        });
  }

  boolean keepAlive() {
    return keepAlive;
  }

  boolean handedOver() {
    return handedOver;
  }

  private HttpResponse head(int status, Map<String, String> headers) {
    HttpResponse head =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status));
    headers.forEach((name, value) -> head.headers().set(name, value));
    head.headers().set("X-Content-Type-Options", "nosniff");
    head.headers().set(HttpHeaderNames.CACHE_CONTROL, "no-cache, private");
    if (!keepAlive) {
      head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return head;
  }

  private void piecewise(byte[] bytes, int from, int to) throws IOException {
    for (int at = from; at < to; at += PIECE) {
      int length = Math.min(PIECE, to - at);
      // A copy: the caller may use its array again as soon as this returns.
      await(
          channel.writeAndFlush(new DefaultHttpContent(Unpooled.copiedBuffer(bytes, at, length))));
    }
  }

  private void await(ChannelFuture sent) throws IOException {
    try {
      if (!sent.await(stalled.toMillis(), TimeUnit.MILLISECONDS)) {
        channel.close();
        throw new IOException("the client took nothing for " + stalled.toSeconds() + " s");
      }
    } catch (InterruptedException gone) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the client is gone");
    }
    if (!sent.isSuccess()) {
      throw new IOException("the client is gone", sent.cause());
    }
  }

  /** Sends what it is given at once; waits until the client has taken it. */
  private final class Body extends OutputStream {
    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!bodiless) {
        piecewise(bytes, offset, offset + length);
      }
    }

    @Override
    public void close() throws IOException {
      await(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }
  }
}

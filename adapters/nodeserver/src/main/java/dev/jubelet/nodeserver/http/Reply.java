package dev.jubelet.nodeserver.http;

import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
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
import java.io.IOException;
import java.io.InterruptedIOException;
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
  /** Shorter answers have no share in the budget: the number of connections bounds them. */
  private static final int FREE = 4 * 1024;

  private final Channel channel;
  private final HttpRequest request;
  private final Duration stalled;
  private final boolean bodiless;
  private final MemoryBudget memory;
  private final Runnable letIn;
  private boolean keepAlive;
  private boolean begun;
  private boolean handedOver;

  Reply(
      Channel channel,
      HttpRequest request,
      PortLimits limits,
      MemoryBudget memory,
      Runnable letIn) {
    this.channel = channel;
    this.request = request;
    this.stalled = limits.stalled();
    this.memory = memory;
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

  /**
   * Sends a whole answer.
   *
   * @throws OutsideFailure when there is no room for it; nothing has been sent then
   */
  public void send(HttpAnswer answer) throws IOException {
    String body = answer.body();
    HttpResponse head = head(answer.status(), answer.headers());
    try (MemoryBudget.Share share = memory.open()) {
      if (body.length() > FREE) {
        share.take(AnswerStream.cost(body));
      }
      begun = true;
      head.headers().set(HttpHeaderNames.CONTENT_LENGTH, ByteBufUtil.utf8Bytes(body));
      if (bodiless || body.length() <= FREE) {
        byte[] bytes = bodiless ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        whole(head, bytes, bytes.length);
        return;
      }
      await(channel.writeAndFlush(head));
      int end;
      for (int at = 0; at < body.length(); at = end) {
        end = AnswerStream.cut(body, at, AnswerStream.PIECE / 2);
        piece(Unpooled.copiedBuffer(body.substring(at, end), StandardCharsets.UTF_8));
      }
      await(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }
  }

  /**
   * Begins an answer of unknown length, and shows the client that it has begun.
   *
   * @throws OutsideFailure when there is no room for it; nothing has been sent then
   */
  public AnswerStream begin(int status, Map<String, String> headers) throws IOException {
    Body body = new Body(unmeasured(status, headers));
    AnswerStream stream = new AnswerStream(body, memory, stalled);
    body.begin();
    return stream;
  }

  /** The same; the head waits for the first piece, and tells the length when there is only one. */
  public AnswerStream stream(int status, Map<String, String> headers) {
    return new AnswerStream(new Body(unmeasured(status, headers)), memory, stalled);
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

  private HttpResponse unmeasured(int status, Map<String, String> headers) {
    if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
      keepAlive = false;
    }
    return head(status, headers);
  }

  private void whole(HttpResponse head, byte[] bytes, int length) throws IOException {
    channel.write(head);
    channel.write(new DefaultHttpContent(Unpooled.copiedBuffer(bytes, 0, length)));
    await(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
  }

  private void piece(ByteBuf bytes) throws IOException {
    await(channel.writeAndFlush(new DefaultHttpContent(bytes)));
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
  private final class Body implements AnswerStream.Sink {
    private final HttpResponse head;

    Body(HttpResponse head) {
      this.head = head;
    }

    void begin() throws IOException {
      if (!begun) {
        begun = true;
        if (request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
          head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        await(channel.writeAndFlush(head));
      }
    }

    @Override
    public void piece(byte[] bytes, int length) throws IOException {
      begin();
      if (!bodiless) {
        // A copy: the caller may use its array again as soon as this returns.
        Reply.this.piece(Unpooled.copiedBuffer(bytes, 0, length));
      }
    }

    @Override
    public void end(byte[] bytes, int length) throws IOException {
      if (!begun) {
        begun = true;
        head.headers().set(HttpHeaderNames.CONTENT_LENGTH, length);
        whole(head, bytes, bodiless ? 0 : length);
        return;
      }
      if (length > 0) {
        piece(bytes, length);
      }
      await(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT));
    }

    @Override
    public void cut() {
      channel.close();
    }
  }
}

package dev.jubelet.nodeserver.http;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.MemoryBudget;
import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.streaming.http.Connections;
import dev.jubelet.streaming.http.ListeningPort;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One client, from its first byte to its last: one request after the other, each with its deadline.
 * Everything but the answering itself happens on the connection's event loop.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements Connections.Held {
  private static final System.Logger LOG = System.getLogger(HttpConnection.class.getName());
  private static final int QUEUED_MAX = 64;

  /** What a line of a head costs beside its bytes, as a header has objects of its own. */
  private static final int LINE_COST = 200;

  /** An ordinary request; the number of connections bounds these. */
  private static final int FREE = 8 * 1024;

  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final PortLimits limits;
  private final HttpMemory memory;
  private final MemoryBudget.Share heldRequest;
  private final HttpPort.CallHandler handler;
  private final Connections connections;
  private final Deque<HttpObject> queued = new ArrayDeque<>();
  private volatile @Nullable ChannelHandlerContext here;
  private volatile boolean unwanted;
  private @Nullable HttpRequest head;
  private @Nullable Thread answering;
  private @Nullable Future<?> deadline;
  private boolean idle;
  private boolean heardWhileAnswering;
  private int bodyBytes;
  private long heard;
  private boolean left;
  private boolean refused;

  HttpConnection(
      PortLimits limits, HttpMemory memory, HttpPort.CallHandler handler, Connections connections) {
    this.limits = limits;
    this.memory = memory;
    this.heldRequest = memory.requests().open();
    this.handler = handler;
    this.connections = connections;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    here = ctx;
    if (unwanted) {
      cut();
      return;
    }
    // The handshake has a deadline of its own, which ends before this one.
    cutAfter(limits.handshakes().timeout().plus(limits.request()));
  }

  /**
   * Told by the handler before the codec, which does not tell of half a head. False when there is
   * no room for more.
   */
  boolean takes(ByteBuf bytes) {
    return !refused && (left || (tooMuchHeard(bytes) ? refuseForNow() : heard()));
  }

  private boolean tooMuchHeard(ByteBuf bytes) {
    heard += bytes.readableBytes() + (long) LINE_COST * lines(bytes);
    try {
      heldRequest.take(Math.max(0, heard - FREE - heldRequest.held()));
      return false;
    } catch (OutsideFailure exhausted) {
      return true;
    }
  }

  private static int lines(ByteBuf bytes) {
    int[] lines = {0};
    int _ =
        bytes.forEachByte(each -> {
          lines[0] += each == '\n' ? 1 : 0;
          return true;
        });
    return lines[0];
  }

  private boolean refuseForNow() {
    refused = true;
    ChannelHandlerContext ctx = here;
    if (ctx != null) {
      ListeningPort.refuseForNow(ctx, AGAIN);
    }
    return false;
  }

  private boolean heard() {
    heardWhileAnswering = answering != null;
    if (idle) {
      idle = false;
      cutAfter(limits.request());
    }
    return true;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (!(message instanceof HttpObject part)) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (answering == null) {
      take(ctx, part);
      return;
    }
    // A client that asks again before it was answered waits; what it may pile up is bounded.
    queued.add(part);
    ctx.channel().config().setAutoRead(false);
    if (queued.size() > QUEUED_MAX) {
      ctx.close();
    }
  }

  private void take(ChannelHandlerContext ctx, HttpObject part) {
    try {
      if (part.decoderResult().isFailure()) {
        refuse(ctx, part.decoderResult().cause());
        return;
      }
      if (part instanceof HttpRequest request) {
        head = request;
        bodyBytes = 0;
        if (HttpUtil.is100ContinueExpected(request)) {
          answer(ctx, request);
          return;
        }
      }
      HttpRequest current = head;
      if (current == null || !(part instanceof HttpContent content)) {
        return;
      }
      // No endpoint of a node reads a body.
      bodyBytes += content.content().readableBytes();
      if (bodyBytes > limits.bodyBytes()) {
        ListeningPort.refuse(ctx, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE);
      } else if (part instanceof LastHttpContent) {
        answer(ctx, current);
      }
    } finally {
      ReferenceCountUtil.release(part);
    }
  }

  private void answer(ChannelHandlerContext ctx, HttpRequest request) {
    head = null;
    cancelDeadline();
    Optional<RequestTarget> target = RequestTarget.parse(request.uri());
    if (target.isEmpty()) {
      ListeningPort.refuse(ctx, HttpResponseStatus.BAD_REQUEST);
      return;
    }
    heardWhileAnswering = false;
    connections.waits(this);
    HttpCall call = new HttpCall(target.get(), request, peer(ctx));
    Reply reply =
        new Reply(ctx.channel(), request, limits, memory.answers(), () -> connections.serves(this));
    if (call.wantsUpgrade()) {
      // What follows is not HTTP, so the codec must not see it.
      ctx.channel().config().setAutoRead(false);
    }
    answering =
        Thread.ofVirtual().name("http " + call.path()).start(() -> answer(ctx, call, reply));
  }

  private void answer(ChannelHandlerContext ctx, HttpCall call, Reply reply) {
    boolean complete = false;
    try {
      handler.handle(call, reply);
      complete = reply.begun();
      if (!complete) {
        throw new IllegalStateException("nobody answered " + call.method());
      }
    } catch (IOException clientGone) {
      // There is nobody left to tell.
      LOG.log(System.Logger.Level.DEBUG, "a client left before its answer was complete");
    } catch (RuntimeException broken) {
      complete = apologise(reply, apology(broken));
    } finally {
      boolean good = complete;
      if (!reply.handedOver()) {
        ctx.executor().execute(() -> answered(ctx, good && reply.keepAlive()));
      }
    }
  }

  private static HttpAnswer apology(RuntimeException why) {
    if (why instanceof OutsideFailure failed && failed.kind() == FailureKind.EXHAUSTED) {
      return HttpAnswer.text(503, failed.text() + "; try again\n")
          .with("Retry-After", Long.toString(AGAIN.toSeconds()));
    }
    // The reason may hold what the caller must not see: it goes to the log.
    LOG.log(System.Logger.Level.WARNING, "a request could not be answered", why);
    return HttpAnswer.text(500, "this request could not be answered\n");
  }

  private static boolean apologise(Reply reply, HttpAnswer answer) {
    if (reply.begun()) {
      return false;
    }
    try {
      reply.send(answer);
      return true;
    } catch (IOException clientGone) {
      return false;
    }
  }

  private void answered(ChannelHandlerContext ctx, boolean keepAlive) {
    answering = null;
    if (!keepAlive || !ctx.channel().isActive()) {
      ctx.close();
      return;
    }
    connections.waits(this);
    if (queued.isEmpty()) {
      heard = 0;
      heldRequest.close();
    }
    // Half a head may have come before this was told, and is not queued.
    idle = queued.isEmpty() && !heardWhileAnswering;
    cutAfter(idle ? limits.idle() : limits.request());
    while (answering == null && !queued.isEmpty()) {
      take(ctx, queued.remove());
    }
    if (answering == null) {
      ctx.channel().config().setAutoRead(true);
    }
  }

  /** Somebody else answers from now on, for as long as the connection lasts. */
  void leave() {
    answering = null;
    left = true;
    heldRequest.close();
    cancelDeadline();
  }

  private static void refuse(ChannelHandlerContext ctx, Throwable cause) {
    ListeningPort.refuse(
        ctx,
        switch (cause) {
          case TooLongHttpLineException longLine -> HttpResponseStatus.REQUEST_URI_TOO_LONG;
          case TooLongHttpHeaderException longHead ->
              HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
          default -> HttpResponseStatus.BAD_REQUEST;
        });
  }

  private static List<X509Certificate> peer(ChannelHandlerContext ctx) {
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    if (tls == null) {
      return List.of();
    }
    List<X509Certificate> chain = new ArrayList<>();
    try {
      for (Certificate each : tls.engine().getSession().getPeerCertificates()) {
        if (each instanceof X509Certificate x509) {
          chain.add(x509);
        }
      }
    } catch (SSLPeerUnverifiedException showedNone) {
      return List.of();
    }
    return chain;
  }

  private void cutAfter(Duration patience) {
    cancelDeadline();
    ChannelHandlerContext ctx = here;
    if (ctx != null) {
      deadline =
          ctx.executor()
              .schedule(() -> cutLate(patience), patience.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void cutLate(Duration patience) {
    LOG.log(System.Logger.Level.DEBUG, "no whole request came within {0}", patience);
    cut();
  }

  private void cancelDeadline() {
    Future<?> old = deadline;
    if (old != null) {
      old.cancel(false);
      deadline = null;
    }
  }

  @Override
  public void cut() {
    // Another loop may want its place before it is in its pipeline.
    unwanted = true;
    ChannelHandlerContext ctx = here;
    ChannelHandlerContext first = ctx == null ? null : ctx.pipeline().firstContext();
    if (first != null) {
      // Past TLS, which would take its time to say goodbye.
      first.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    Thread busy = answering;
    if (busy != null) {
      busy.interrupt();
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    cancelDeadline();
    heldRequest.close();
    queued.forEach(ReferenceCountUtil::release);
    queued.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // Failed handshakes and resets: the other side's doing, and possibly many.
    LOG.log(System.Logger.Level.DEBUG, "a connection broke", cause);
    ctx.close();
  }
}

package dev.jubelet.streaming.offer;

import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.http.ListeningPort;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client's one request: it is handed over to the offer that it names, or refused. */
final class StreamUrlRequests extends ChannelInboundHandlerAdapter {
  private static final System.Logger LOG = System.getLogger(StreamUrlRequests.class.getName());

  private final PendingStreams offers;
  private final StreamEndpoint endpoint;
  private final Runnable served;
  private final Duration patience;
  private @Nullable Future<?> deadline;
  private boolean answered;

  /**
   * @param served told when the client has come for an offer
   * @param patience until the head of the request is here
   */
  StreamUrlRequests(
      PendingStreams offers, StreamEndpoint endpoint, Runnable served, Duration patience) {
    this.offers = offers;
    this.endpoint = endpoint;
    this.served = served;
    this.patience = patience;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    deadline =
        ctx.executor().schedule(() -> ctx.close(), patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    if (deadline != null) {
      deadline.cancel(false);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    try {
      if (message instanceof HttpRequest request && !answered) {
        answered = true;
        answer(ctx, request);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void answer(ChannelHandlerContext ctx, HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      ListeningPort.refuse(ctx, HttpResponseStatus.BAD_REQUEST);
      return;
    }
    if (!request.method().equals(HttpMethod.GET) && !request.method().equals(HttpMethod.POST)) {
      ListeningPort.refuse(ctx, HttpResponseStatus.METHOD_NOT_ALLOWED);
      return;
    }
    Optional<StreamSession> session = session(request.uri());
    if (session.isEmpty()) {
      ListeningPort.refuse(ctx, HttpResponseStatus.NOT_FOUND);
      return;
    }
    // What follows is not HTTP, so the codec must not see it; the endpoint reads on.
    ctx.channel().config().setAutoRead(false);
    served.run();
    endpoint.serve(ctx.channel(), request, session.get());
  }

  private Optional<StreamSession> session(String uri) {
    String[] words;
    try {
      words = new QueryStringDecoder(uri).path().split("/", -1);
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
    return words.length == 3 && words[0].isEmpty()
        ? offers.take(words[1], words[2])
        : Optional.empty();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    LOG.log(System.Logger.Level.DEBUG, "a connection broke", cause);
    ctx.close();
  }
}

package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.spdy.SpdyClientConnection;
import dev.jubelet.streaming.spdy.SpdyConnection;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A SPDY connection to a runtime, for a virtual thread. */
record SpdyRuntime(SpdyClientConnection connection, String protocol) {

  static SpdyRuntime connect(
      EventLoop loop, RuntimeAddress address, FullHttpRequest request, StreamLimits limits)
      throws IOException, InterruptedException {
    CompletableFuture<SpdyRuntime> done = new CompletableFuture<>();
    CompletableFuture<Channel> dialled = new CompletableFuture<>();
    loop.execute(() ->
        dialled.complete(
            new RuntimeDialer(limits).dial(loop, address, request, new Waiter(done, limits))));
    boolean connected = false;
    try {
      SpdyRuntime runtime =
          done.get(
              RuntimeDialer.CONNECT.plus(limits.answer()).plusSeconds(5).toNanos(),
              TimeUnit.NANOSECONDS);
      connected = true;
      return runtime;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException(cause == null ? e.getMessage() : cause.getMessage(), e);
    } catch (TimeoutException e) {
      throw new IOException("the runtime did not answer in time", e);
    } finally {
      if (!connected) {
        var _ = dialled.thenAccept(Channel::close);
      }
    }
  }

  private record Waiter(CompletableFuture<SpdyRuntime> done, StreamLimits limits)
      implements RuntimeDialer.Answer {
    @Override
    public void agreed(Channel runtime, HttpResponse response) {
      if (!response
          .headers()
          .get(HttpHeaderNames.UPGRADE, "")
          .equalsIgnoreCase(Subprotocols.SPDY_31)) {
        runtime.close();
        failed(new IOException("the runtime switched to something that is not SPDY"));
        return;
      }
      SpdyClientConnection connection = new SpdyClientConnection(limits);
      runtime.pipeline().removeLast();
      runtime.pipeline().addLast(SpdyConnection.frames(), connection);
      runtime.pipeline().remove(HttpClientCodec.class);
      String protocol = response.headers().get(Subprotocols.SPDY_HEADER, "").trim();
      done.complete(new SpdyRuntime(connection, protocol));
    }

    @Override
    public void refused(HttpResponse response, byte[] body) {
      failed(
          new IOException(
              "unable to upgrade connection: "
                  + response.status()
                  + ": "
                  + new String(body, StandardCharsets.UTF_8).strip()));
    }

    @Override
    public void failed(IOException why) {
      done.completeExceptionally(why);
    }
  }
}

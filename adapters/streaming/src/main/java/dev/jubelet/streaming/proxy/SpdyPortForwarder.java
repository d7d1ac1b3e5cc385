package dev.jubelet.streaming.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jubelet.ports.stream.Flow;
import dev.jubelet.ports.stream.PortForwarder;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.spdy.SpdyStream;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Ports behind a runtime that speaks SPDY, for a client that does not. */
public final class SpdyPortForwarder implements PortForwarder {
  private static final int MOST_TEXT = 64 << 10;

  private final Channel client;
  private final HttpRequest request;
  private final URI address;
  private final StreamLimits limits;
  private final ReentrantLock connecting = new ReentrantLock();
  private final AtomicInteger requests = new AtomicInteger();
  private @Nullable SpdyRuntime runtime;

  public SpdyPortForwarder(Channel client, HttpRequest request, URI address, StreamLimits limits) {
    this.client = client;
    this.request = request;
    this.address = address;
    this.limits = limits;
  }

  @Override
  public void forward(int port, Flow flow) throws IOException, InterruptedException {
    SpdyRuntime there = runtime();
    String id = Integer.toString(requests.getAndIncrement());
    SpdyStream error = there.connection().open(headers("error", port, id));
    error.output().close();
    SpdyStream data = there.connection().open(headers("data", port, id));
    Thread up =
        Thread.ofVirtual().name("port-forward").start(() -> ProxyPump.copy(flow.input(), data));
    try {
      ProxyPump down = new ProxyPump();
      down.run(data.input(), flow.output());
      down.await();
      byte[] message = error.input().readNBytes(MOST_TEXT);
      if (message.length > 0) {
        throw new IOException(new String(message, UTF_8));
      }
    } finally {
      up.interrupt();
      data.reset();
      error.reset();
    }
  }

  /** The address can be used once, so all ports share a connection. */
  private SpdyRuntime runtime() throws IOException, InterruptedException {
    connecting.lockInterruptibly();
    try {
      if (runtime == null) {
        RuntimeAddress place = RuntimeAddress.of(address);
        SpdyRuntime made =
            SpdyRuntime.connect(
                client.eventLoop(),
                place,
                UpgradeRequest.inSpdy(
                    request, place, client.remoteAddress(), List.of(Subprotocols.PORT_FORWARD)),
                limits);
        client.closeFuture().addListener(gone -> made.connection().leave());
        runtime = made;
      }
      return runtime;
    } finally {
      connecting.unlock();
    }
  }

  private static Map<String, String> headers(String type, int port, String id) {
    return Map.of("streamtype", type, "port", Integer.toString(port), "requestid", id);
  }
}

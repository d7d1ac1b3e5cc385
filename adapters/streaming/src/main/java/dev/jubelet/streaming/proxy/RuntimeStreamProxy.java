package dev.jubelet.streaming.proxy;

import dev.jubelet.ports.stream.StreamOptions;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;

/**
 * Leads clients of the kubelet's port to the streaming server of a runtime. What the runtime speaks
 * passes byte by byte; what it does not is translated to SPDY: version 5 of exec and attach, and
 * port-forward tunnelled in WebSocket messages, as the kubelet does since 1.36.
 *
 * <p>Takes the client over for good: answers, streams and hangs up. The pipeline must have an
 * HttpServerCodec; what follows it is removed. The request is read, not released. Any thread;
 * returns at once.
 */
public final class RuntimeStreamProxy {
  private final StreamEndpoint endpoint;
  private final PassThrough passThrough;

  /**
   * @param endpoint takes the clients over
   */
  public RuntimeStreamProxy(StreamEndpoint endpoint) {
    this.endpoint = endpoint;
    this.passThrough = new PassThrough(endpoint.limits());
  }

  /**
   * Exec or attach.
   *
   * @param runtime the address that the runtime gave for this one stream
   */
  public void command(Channel client, HttpRequest request, URI runtime, StreamOptions options) {
    if (StreamUpgrade.isWebSocket(request)
        && Subprotocols.offered(request).contains(Subprotocols.V5)) {
      var remote = new SpdyRemoteCommand(client, request, runtime, options, endpoint.limits());
      endpoint.serve(client, request, new StreamSession.Command(options, remote));
    } else {
      endpoint.takeOver(client, taken -> passThrough.plain(taken, request, runtime));
    }
  }

  /**
   * Port-forward.
   *
   * @param runtime the address that the runtime gave for this one stream
   */
  public void ports(Channel client, HttpRequest request, URI runtime) {
    if (StreamUpgrade.isWebSocket(request) && Subprotocols.asksForTunnel(request)) {
      endpoint.takeOver(client, taken -> passThrough.tunnel(taken, request, runtime));
    } else {
      endpoint.takeOver(client, taken -> passThrough.plain(taken, request, runtime));
    }
  }
}

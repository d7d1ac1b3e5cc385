package dev.jubelet.streaming.proxy;

import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.RuntimeProtocols;
import dev.jubelet.streaming.StreamKind;
import dev.jubelet.streaming.StreamLimits;
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
 */
public final class RuntimeStreamProxy {
  private final StreamLimits limits;
  private final RuntimeProtocols protocols;
  private final StreamEndpoint endpoint;
  private final PassThrough passThrough;

  /**
   * @param endpoint takes the clients over
   */
  public RuntimeStreamProxy(StreamEndpoint endpoint) {
    this(endpoint, RuntimeProtocols.SPDY_AND_WEBSOCKET);
  }

  public RuntimeStreamProxy(StreamEndpoint endpoint, RuntimeProtocols protocols) {
    this.limits = endpoint.limits();
    this.protocols = protocols;
    this.endpoint = endpoint;
    this.passThrough = new PassThrough(limits);
  }

  /**
   * Takes the client over for good: answers, streams and hangs up. The pipeline must have an
   * HttpServerCodec; what follows it is removed. Any thread; returns at once.
   *
   * @param request is read, not released
   * @param runtime the address that the runtime gave for this one stream
   */
  public void forward(Channel client, HttpRequest request, URI runtime, StreamKind kind) {
    boolean webSocket = StreamUpgrade.isWebSocket(request);
    boolean translate = webSocket && protocols == RuntimeProtocols.SPDY_ONLY;
    switch (kind) {
      case StreamKind.Command command -> {
        if (translate || (webSocket && Subprotocols.offered(request).contains(Subprotocols.V5))) {
          var remote = new SpdyRemoteCommand(client, request, runtime, command.options(), limits);
          endpoint.serve(client, request, new StreamSession.Command(command.options(), remote));
        } else {
          pass(client, request, runtime);
        }
      }
      case StreamKind.Ports ports -> {
        if (webSocket && Subprotocols.asksForTunnel(request)) {
          endpoint.takeOver(client, taken -> passThrough.tunnel(taken, request, runtime));
        } else if (translate) {
          var remote = new SpdyPortForwarder(client, request, runtime, limits);
          endpoint.serve(client, request, new StreamSession.Ports(ports.ports(), "pod", remote));
        } else {
          pass(client, request, runtime);
        }
      }
    }
  }

  private void pass(Channel client, HttpRequest request, URI runtime) {
    endpoint.takeOver(client, taken -> passThrough.plain(taken, request, runtime));
  }
}

package dev.jubelet.streaming.proxy;

import dev.jubelet.streaming.RuntimeProtocols;
import dev.jubelet.streaming.StreamKind;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.StreamSession;
import dev.jubelet.streaming.StreamUpgrade;
import dev.jubelet.streaming.Subprotocols;
import dev.jubelet.streaming.http.ClientTakeover;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leads clients of the kubelet's port to the streaming server of a runtime. What the runtime speaks
 * passes byte by byte; what it does not is translated to SPDY: version 5 of exec and attach, and
 * port-forward tunnelled in WebSocket messages, as the kubelet does since 1.36.
 */
public final class RuntimeStreamProxy implements AutoCloseable {
  private final StreamLimits limits;
  private final RuntimeProtocols protocols;
  private final StreamEndpoint endpoint;
  private final PassThrough passThrough;
  private final Set<Channel> clients = ConcurrentHashMap.newKeySet();

  public RuntimeStreamProxy(StreamLimits limits) {
    this(limits, RuntimeProtocols.SPDY_AND_WEBSOCKET);
  }

  public RuntimeStreamProxy(StreamLimits limits, RuntimeProtocols protocols) {
    this.limits = limits;
    this.protocols = protocols;
    this.endpoint = new StreamEndpoint(limits);
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
          tunnel(client, request, runtime);
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
    remember(client);
    client
        .eventLoop()
        .execute(() -> passThrough.plain(ClientTakeover.of(client, limits), request, runtime));
  }

  private void tunnel(Channel client, HttpRequest request, URI runtime) {
    remember(client);
    client
        .eventLoop()
        .execute(() -> passThrough.tunnel(ClientTakeover.of(client, limits), request, runtime));
  }

  private void remember(Channel client) {
    clients.add(client);
    client.closeFuture().addListener(closed -> clients.remove(client));
  }

  /** How many clients are being served. */
  public int sessions() {
    return clients.size() + endpoint.sessions();
  }

  /** Hangs up on everybody. */
  @Override
  public void close() {
    clients.forEach(Channel::close);
    endpoint.close();
  }
}

package dev.jubelet.streaming.session;

import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.StreamSession;
import dev.jubelet.streaming.http.ClientTakeover;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves clients that stream, in whatever protocol they ask for. Has no threads of its own: it runs
 * on each client's event loop, and on virtual threads for what blocks.
 */
public final class StreamEndpoint implements AutoCloseable {
  private final StreamLimits limits;
  private final Set<Channel> clients = ConcurrentHashMap.newKeySet();

  public StreamEndpoint(StreamLimits limits) {
    this.limits = limits;
  }

  /**
   * Takes the client over for good: answers, streams and hangs up. The pipeline must have an
   * HttpServerCodec; what follows it is removed. Any thread.
   */
  public void serve(Channel client, HttpRequest request, StreamSession session) {
    remember(client);
    client
        .eventLoop()
        .execute(() -> {
          ClientTakeover takeover = ClientTakeover.of(client, limits);
          switch (session) {
            case StreamSession.Command command ->
                CommandEndpoint.serve(takeover, request, command, limits);
            case StreamSession.Ports ports -> PortEndpoint.serve(takeover, request, ports, limits);
          }
        });
  }

  private void remember(Channel client) {
    clients.add(client);
    client.closeFuture().addListener(closed -> clients.remove(client));
  }

  /** How many clients are being served. */
  public int sessions() {
    return clients.size();
  }

  /** Hangs up on everybody. */
  @Override
  public void close() {
    clients.forEach(Channel::close);
  }
}

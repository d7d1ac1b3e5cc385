package dev.jubelet.streaming.session;

import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.http.ClientTakeover;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

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

  public StreamLimits limits() {
    return limits;
  }

  /** Runs the session with this client: answers, streams and hangs up. Any thread. */
  public void serve(Channel client, HttpRequest request, StreamSession session) {
    takeOver(
        client,
        taken -> {
          StreamClient asking = new StreamClient(taken, request, limits);
          switch (session) {
            case StreamSession.Command command -> CommandEndpoint.serve(asking, command);
            case StreamSession.Ports ports -> PortEndpoint.serve(asking, ports);
          }
        });
  }

  /**
   * Takes the client over for good. The pipeline must have an HttpServerCodec; what follows it is
   * removed. Any thread.
   *
   * @param owner answers, streams and hangs up; begins on the client's event loop
   */
  public void takeOver(Channel client, Consumer<ClientTakeover> owner) {
    clients.add(client);
    client.closeFuture().addListener(closed -> clients.remove(client));
    client.eventLoop().execute(() -> owner.accept(ClientTakeover.of(client, limits)));
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

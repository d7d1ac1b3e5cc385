package dev.jubelet.streaming.offer;

import dev.jubelet.ports.OutsideFailure;
import dev.jubelet.ports.stream.StreamSession;
import dev.jubelet.ports.stream.StreamUrls;
import dev.jubelet.streaming.StreamLimits;
import dev.jubelet.streaming.http.Connections;
import dev.jubelet.streaming.http.ListeningPort;
import dev.jubelet.streaming.session.StreamEndpoint;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A small HTTP server whose addresses are each good for one client and one minute. */
public final class StreamUrlServer implements StreamUrls, AutoCloseable {
  static final int MOST_CLIENTS = 1024;
  private static final int LOOPS = 2;
  private static final int HEADER_BYTES = 64 * 1024;
  private static final Duration REQUEST = Duration.ofSeconds(10);

  private final PendingStreams offers;
  private final StreamEndpoint endpoint;
  private final ListeningPort port;

  private StreamUrlServer(PendingStreams offers, StreamEndpoint endpoint, ListeningPort port) {
    this.offers = offers;
    this.endpoint = endpoint;
    this.port = port;
  }

  /**
   * Begins to listen.
   *
   * @param port 0 for any
   * @throws OutsideFailure when the address is taken
   */
  public static StreamUrlServer start(InetAddress address, int port, StreamLimits limits) {
    return start(
        address, port, limits, new PendingStreams(System::nanoTime), MOST_CLIENTS, REQUEST);
  }

  static StreamUrlServer start(
      InetAddress address,
      int port,
      StreamLimits limits,
      PendingStreams offers,
      int mostClients,
      Duration patience) {
    StreamEndpoint endpoint = new StreamEndpoint(limits);
    Connections connections = new Connections(mostClients);
    ChannelInitializer<Channel> newClient =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel client) {
            Connections.Held held = client::close;
            if (!connections.admit(held)) {
              client.close();
              return;
            }
            client.closeFuture().addListener(closed -> connections.gone(held));
            client
                .pipeline()
                .addLast(ListeningPort.codec(HEADER_BYTES))
                .addLast(
                    new StreamUrlRequests(
                        offers, endpoint, () -> connections.serves(held), patience));
          }
        };
    return new StreamUrlServer(
        offers, endpoint, ListeningPort.open(address, port, "streams", LOOPS, newClient));
  }

  public InetSocketAddress address() {
    return port.address();
  }

  @Override
  public String offer(String verb, StreamSession session) {
    InetAddress host = address().getAddress();
    String shown = host.getHostAddress();
    return "http://%s:%d/%s/%s"
        .formatted(
            host instanceof Inet6Address ? "[" + shown + "]" : shown,
            address().getPort(),
            verb,
            offers.add(verb, session));
  }

  /** Stops listening and hangs up on everybody. */
  @Override
  public void close() {
    port.stopListening();
    endpoint.close();
    port.close();
  }
}

package dev.jubelet.calls;

import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.ports.NetworkCalls;
import java.time.Duration;

/** Calls from this machine's own network. Every call has a connection of its own. */
public final class HostNetworkCalls implements NetworkCalls, AutoCloseable {
  private final HttpCalls http = new HttpCalls();
  private final TcpCalls tcp = new TcpCalls();
  private final GrpcHealth grpc = new GrpcHealth();

  @Override
  public HttpReply get(HttpTarget call, Duration timeout) {
    return http.get(call, timeout);
  }

  @Override
  public void connect(String host, int port, Duration timeout) {
    tcp.connect(host, port, timeout);
  }

  @Override
  public Health health(String host, int port, String service, Duration timeout) {
    return grpc.check(host, port, service, timeout);
  }

  @Override
  public void close() {
    grpc.close();
  }
}

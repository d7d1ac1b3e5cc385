package dev.jubelet.calls;

import dev.jubelet.model.container.handler.HttpTarget;
import dev.jubelet.ports.NetworkCalls;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** Calls from this machine's own network. Every call has a connection of its own. */
public final class HostNetworkCalls implements NetworkCalls, AutoCloseable {
  private final HttpCalls http = new HttpCalls();
  private final GrpcHealth grpc = new GrpcHealth();

  @Override
  public HttpReply get(HttpTarget call, Duration timeout) {
    return http.get(call, timeout);
  }

  @Override
  public void connect(String host, int port, Duration timeout) {
    try (Socket _ = Dialer.dial(host, port, CallDeadline.after(timeout))) {
      // That somebody took the connection is all that was asked.
    } catch (IOException failure) {
      throw NetworkErrors.dialing(host, port, failure);
    }
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

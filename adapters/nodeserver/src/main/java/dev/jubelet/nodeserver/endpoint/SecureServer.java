package dev.jubelet.nodeserver.endpoint;

import dev.jubelet.nodeserver.access.RequestAuthorizer;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.nodeserver.tls.NodeTls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The kubelet's own HTTPS port, 10250 where nobody chose another. */
public final class SecureServer implements AutoCloseable {
  private final HttpPort port;

  private final NodeRoutes routes;

  private SecureServer(HttpPort port, NodeRoutes routes) {
    this.port = port;
    this.routes = routes;
  }

  /**
   * Begins to answer.
   *
   * @param port 0 takes any free one
   */
  public static SecureServer start(
      InetAddress address,
      int port,
      PortLimits limits,
      HttpMemory memory,
      NodeTls tls,
      RequestAuthorizer authorizer,
      ServedNode node) {
    NodeRoutes routes = new NodeRoutes(node);
    NodeApi api = new NodeApi(authorizer, node, routes);
    return new SecureServer(
        HttpPort.start(address, port, limits, memory, Optional.of(tls), api), routes);
  }

  public InetSocketAddress address() {
    return port.address();
  }

  /** How many clients are connected just now. */
  public int connected() {
    return port.connected();
  }

  @Override
  public void close() {
    port.close();
    routes.close();
  }
}

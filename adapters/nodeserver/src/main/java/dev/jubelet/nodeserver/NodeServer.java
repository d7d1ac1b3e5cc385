package dev.jubelet.nodeserver;

import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The node's plain HTTP port: health for everybody who can reach it, pods and metrics on loopback
 * only. One request per connection, read only.
 */
public final class NodeServer implements AutoCloseable {
  private final HttpPort port;

  private NodeServer(HttpPort port) {
    this.port = port;
  }

  /**
   * Begins to answer.
   *
   * @param port 0 takes any free one
   * @throws OutsideFailure when the address cannot be had
   */
  public static NodeServer start(InetAddress address, int port, NodePages pages) {
    return start(address, port, pages, PortLimits.HEALTH);
  }

  static NodeServer start(InetAddress address, int port, NodePages pages, PortLimits limits) {
    boolean onLoopback = address.isLoopbackAddress();
    try {
      return new NodeServer(
          HttpPort.start(
              address,
              port,
              limits,
              Optional.empty(),
              (call, reply) -> reply.send(answer(call, pages, onLoopback))));
    } catch (OutsideFailure inUse) {
      throw new OutsideFailure(
          inUse.kind(),
          inUse.text() + "; another kubelet may be running, or choose another healthzPort",
          inUse);
    }
  }

  public InetSocketAddress address() {
    return port.address();
  }

  @Override
  public void close() {
    port.close();
  }

  private static HttpAnswer answer(HttpCall call, NodePages pages, boolean onLoopback)
      throws IOException {
    if (!call.method().equals("GET")) {
      return HttpAnswer.text(405, "only GET is answered here\n").with("Allow", "GET");
    }
    if (onLoopback && !namesThisMachine(call.header("Host"))) {
      return HttpAnswer.text(403, "use an address or localhost in the Host header\n");
    }
    return pages.page(call.path(), onLoopback);
  }

  /**
   * A web page that points its own name at 127.0.0.1 could read pods through the operator's
   * browser; its requests carry that name, while honest ones carry an address or localhost.
   */
  private static boolean namesThisMachine(String host) {
    String name = host.startsWith("[") ? host : host.replaceFirst(":[0-9]+$", "");
    return name.isEmpty()
        || name.equals("localhost")
        || name.startsWith("[")
        || name.matches("[0-9.]+");
  }
}

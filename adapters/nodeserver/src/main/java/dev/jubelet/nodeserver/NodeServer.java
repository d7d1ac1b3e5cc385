package dev.jubelet.nodeserver;

import dev.jubelet.nodeserver.http.HttpAnswer;
import dev.jubelet.nodeserver.http.HttpCall;
import dev.jubelet.nodeserver.http.HttpMemory;
import dev.jubelet.nodeserver.http.HttpPort;
import dev.jubelet.nodeserver.http.PortLimits;
import dev.jubelet.ports.OutsideFailure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The node's plain HTTP port: tells everybody who can reach it whether the node is healthy, and
 * nothing else. One request per connection, read only.
 */
public final class NodeServer implements AutoCloseable {
  private static final String HEALTH = "/healthz";

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
  public static NodeServer start(
      InetAddress address, int port, HealthChecks health, HttpMemory memory) {
    return start(address, port, health, memory, PortLimits.HEALTH);
  }

  static NodeServer start(
      InetAddress address, int port, HealthChecks health, HttpMemory memory, PortLimits limits) {
    try {
      return new NodeServer(
          HttpPort.start(
              address,
              port,
              limits,
              memory,
              Optional.empty(),
              (call, reply) -> reply.send(answer(call, health))));
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

  private static HttpAnswer answer(HttpCall call, HealthChecks health) {
    return call.reads() ? page(call.path(), health) : HttpAnswer.readOnly();
  }

  /** The page of all checks or of a single one. */
  static HttpAnswer page(String path, HealthChecks health) {
    if (path.equals(HEALTH)) {
      return health.all();
    }
    return path.startsWith(HEALTH + "/")
        ? health.one(path.substring(HEALTH.length() + 1)).orElseGet(HttpAnswer::notFound)
        : HttpAnswer.notFound();
  }
}

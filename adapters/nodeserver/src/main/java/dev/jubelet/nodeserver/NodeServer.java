package dev.jubelet.nodeserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The node's plain HTTP port: health for everybody who can reach it, pods and metrics on loopback
 * only. One request per connection, read only.
 */
public final class NodeServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(NodeServer.class.getName());
  private static final int BACKLOG = 32;

  private final HttpServer server;
  private final ExecutorService workers;
  private final NodePages pages;
  private final boolean onLoopback;

  private NodeServer(HttpServer server, NodePages pages, boolean onLoopback) {
    this.server = server;
    this.pages = pages;
    this.onLoopback = onLoopback;
    this.workers =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());
  }

  /**
   * Begins to answer.
   *
   * @param port 0 takes any free one
   * @throws OutsideFailure when the address cannot be had
   */
  public static NodeServer start(InetAddress address, int port, NodePages pages) {
    HttpLimits.apply();
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(address, port), BACKLOG);
    } catch (IOException inUse) {
      throw new OutsideFailure(
          FailureKind.UNAVAILABLE,
          "cannot listen on %s port %d: %s; another kubelet may be running, or choose another healthzPort"
              .formatted(address.getHostAddress(), port, inUse.getMessage()),
          inUse);
    }
    NodeServer nodeServer = new NodeServer(server, pages, address.isLoopbackAddress());
    server.createContext("/", nodeServer::handle);
    server.setExecutor(nodeServer.workers);
    server.start();
    return nodeServer;
  }

  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    }
  }

  private HttpAnswer answer(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      return HttpAnswer.text(405, "only GET is answered here\n");
    }
    if (!namesThisMachine(exchange.getRequestHeaders().getFirst("Host"))) {
      return HttpAnswer.text(403, "use an address or localhost in the Host header\n");
    }
    try {
      return pages.page(exchange.getRequestURI().getPath(), onLoopback);
    } catch (RuntimeException broken) {
      // The reason may hold what the caller must not see: it goes to the log.
      LOG.log(System.Logger.Level.WARNING, "a page could not be made", broken);
      return HttpAnswer.text(500, "this page could not be made\n");
    }
  }

  private static void send(HttpExchange exchange, HttpAnswer answer) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("Connection", "close");
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  /**
   * A web page that points its own name at 127.0.0.1 could read pods through the operator's
   * browser; its requests carry that name, while honest ones carry an address or localhost.
   */
  private boolean namesThisMachine(@Nullable String host) {
    if (!onLoopback || host == null) {
      return true;
    }
    String name = host.startsWith("[") ? host : host.replaceFirst(":[0-9]+$", "");
    return name.equals("localhost") || name.startsWith("[") || name.matches("[0-9.]+");
  }
}

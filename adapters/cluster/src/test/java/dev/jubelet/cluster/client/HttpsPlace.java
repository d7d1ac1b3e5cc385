package dev.jubelet.cluster.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.jubelet.cluster.x509.Certificates;
import dev.jubelet.cluster.x509.CertifiedKey;
import dev.jubelet.cluster.x509.PrivateKeys;
import dev.jubelet.cluster.x509.SelfSigned;
import dev.jubelet.cluster.x509.Subject;
import dev.jubelet.cluster.x509.TlsContexts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLParameters;

/** An HTTPS server on loopback with a handler that a test can change. */
final class HttpsPlace implements AutoCloseable {
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final String authority;
  private volatile HttpHandler handler = exchange -> answer(exchange, 200, "{}");

  /** What was asked for, without the probes of connections. */
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

  HttpsPlace(String dnsName) throws Exception {
    KeyPair pair = PrivateKeys.generate();
    Subject subject =
        new Subject(
            "server",
            List.of(),
            List.of(dnsName),
            List.of(InetAddress.getByAddress(new byte[] {127, 0, 0, 1})));
    X509Certificate own = SelfSigned.server(pair, subject, Instant.now(), Duration.ofDays(1));
    authority = Certificates.write(List.of(own));
    server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
    server.setHttpsConfigurator(
        new HttpsConfigurator(
            TlsContexts.server(new CertifiedKey(List.of(own), pair.getPrivate()))) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
            parameters.setSSLParameters(wanted);
          }
        });
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString();
    if (path.equals("/livez/ping")) {
      answer(exchange, 200, "ok");
      return;
    }
    asked.add(exchange.getRequestMethod() + " " + path);
    try (exchange) {
      handler.handle(exchange);
    }
  }

  void answers(HttpHandler next) {
    handler = next;
  }

  static void answer(HttpExchange exchange, int code, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  String authority() {
    return authority;
  }

  int port() {
    return server.getAddress().getPort();
  }

  List<String> asked() {
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

package dev.jubelet.cluster.heap;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An API server with objects of any size, which it makes up while it sends them. */
final class HugeApiServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final int pods;
  private final String filler;
  private final int times;
  private final int emptyKeys;

  /**
   * @param pods as many, each with a variable that has the filler so many times
   * @param emptyKeys so many keys in each ConfigMap; if none, one key with the filler
   */
  HugeApiServer(int pods, String filler, int times, int emptyKeys) throws IOException {
    this.pods = pods;
    this.filler = filler;
    this.times = times;
    this.emptyKeys = emptyKeys;
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 500);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      if (query.contains("watch=true")) {
        out.flush();
        closed.await();
      } else if (path.endsWith("/status")) {
        pod(out, path.replaceAll(".*/pod-|/status", ""));
      } else if (path.equals("/api/v1/pods")) {
        list(out);
      } else if (path.endsWith("/configmaps")) {
        write(out, "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[");
        configMap(
            out, URLDecoder.decode(query, StandardCharsets.UTF_8).replaceAll(".*name=|&.*", ""));
        write(out, "]}\n");
      } else {
        write(out, "{}");
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private void list(OutputStream out) throws IOException {
    write(out, "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[");
    for (int i = 0; i < pods; i++) {
      write(out, i == 0 ? "" : ",");
      pod(out, Integer.toString(i));
    }
    write(out, "]}\n");
  }

  private void pod(OutputStream out, String number) throws IOException {
    write(
        out,
        """
        {"metadata":{"name":"pod-%s","namespace":"n","uid":"u-%s","resourceVersion":"1"},
         "spec":{"nodeName":"n1","containers":[{"name":"a","env":[{"name":"A","value":"\
        """
            .formatted(number, number));
    fill(out);
    write(out, "\"}]}]},\"status\":{\"phase\":\"Pending\"}}");
  }

  private void configMap(OutputStream out, String name) throws IOException {
    write(
        out,
        "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"shop\",\"resourceVersion\":\"1\"},\"data\":{"
            .formatted(name));
    for (int i = 0; i < emptyKeys; i++) {
      write(out, (i == 0 ? "" : ",") + "\"k" + i + "\":\"\"");
    }
    if (emptyKeys == 0) {
      write(out, "\"k\":\"");
      fill(out);
      write(out, "\"");
    }
    write(out, "}}");
  }

  private void fill(OutputStream out) throws IOException {
    byte[] thousand = filler.repeat(1000).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < times / 1000; i++) {
      out.write(thousand);
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}

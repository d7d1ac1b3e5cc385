package dev.jubelet.cluster.client;

import dev.jubelet.cluster.x509.TlsContexts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;

/**
 * A connection that many requests share as long as nothing is wrong with it. Java's client keeps
 * one for HTTP/2 by itself, but neither notices that it is dead nor lets it be given up, and fails
 * when it has too many streams; so each of ours has a client of its own.
 */
final class Connection {
  static final Duration CONNECT = Duration.ofSeconds(10);

  private static final Duration PROBE = Duration.ofSeconds(5);

  // API servers allow a hundred streams on a connection; a few are left for probes.
  private static final int STREAMS = 90;

  /** Answers to anybody, and costs the server nothing. */
  private static final String PROBED = "/livez/ping";

  private final HttpClient client;
  private final URI server;
  private final String userAgent;
  private final long identity;
  private final Set<HttpWatch<?>> watches = ConcurrentHashMap.newKeySet();
  private final Semaphore streams = new Semaphore(STREAMS);
  private final AtomicBoolean probing = new AtomicBoolean();
  private final CompletableFuture<Boolean> opened = new CompletableFuture<>();
  private final AtomicBoolean opening = new AtomicBoolean();
  private volatile boolean retired;
  private volatile boolean multiplexed = true;
  private volatile boolean well = true;
  private volatile Instant heard;

  /**
   * @param identity the version of who we are, which a connection has for its life
   */
  Connection(
      URI server,
      Optional<URI> proxy,
      String userAgent,
      SSLContext context,
      long identity,
      Instant now) {
    this.server = server;
    this.userAgent = userAgent;
    this.identity = identity;
    this.heard = now;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(Executors.newVirtualThreadPerTaskExecutor());
    if ("https".equals(server.getScheme())) {
      builder
          .sslContext(context)
          .sslParameters(TlsContexts.frugal(context))
          .version(HttpClient.Version.HTTP_2);
    } else {
      builder.version(HttpClient.Version.HTTP_1_1);
    }
    proxy.ifPresent(uri ->
        builder.proxy(
            ProxySelector.of(
                InetSocketAddress.createUnresolved(
                    uri.getHost(), uri.getPort() < 0 ? 80 : uri.getPort()))));
    this.client = builder.build();
  }

  long identity() {
    return identity;
  }

  boolean retired() {
    return retired;
  }

  /** Whether requests share one socket, so that an answer to one says something about all. */
  boolean multiplexed() {
    return multiplexed;
  }

  Instant heard() {
    return heard;
  }

  void heardAt(Instant now) {
    heard = now;
  }

  /** Takes one of the streams, if there is one. */
  boolean tryEnter() {
    return streams.tryAcquire();
  }

  boolean tryEnter(Duration patience) throws InterruptedException {
    return streams.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  void leave() {
    streams.release();
  }

  boolean unused() {
    return streams.availablePermits() == STREAMS;
  }

  Set<HttpWatch<?>> watches() {
    return watches;
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path)).header("User-Agent", userAgent);
  }

  <T> CompletableFuture<HttpResponse<T>> send(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    return client.sendAsync(request, handler);
  }

  /**
   * Returns once there is a connection. Of many that want one at the same time only the first makes
   * it: Java's client would make one for each.
   */
  void open() throws IOException, InterruptedException {
    if (opening.compareAndSet(false, true)) {
      try {
        HttpResponse<Void> answer = probe(CONNECT);
        multiplexed = answer.version() == HttpClient.Version.HTTP_2;
        well = isWell(answer);
        opened.complete(true);
      } catch (IOException | InterruptedException | RuntimeException failed) {
        opened.completeExceptionally(failed);
        throw failed;
      }
      return;
    }
    try {
      opened.get(CONNECT.toMillis() * 2, TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException known
          ? known
          : new IOException("the connection could not be made");
    } catch (TimeoutException late) {
      throw new IOException("the connection was not made in time");
    }
  }

  /** Whether it was made, and not given up since. */
  boolean isOpen() {
    return opened.isDone() && !opened.isCompletedExceptionally() && !retired;
  }

  /** Whether the server was well when it was made. */
  boolean begunWell() {
    return well;
  }

  /** Whether the server says that it is well. */
  boolean isWell() throws IOException, InterruptedException {
    return isWell(probe(PROBE));
  }

  /** Whoever wants to know more than a probe does is told 401 or 403, by a server that works. */
  private static boolean isWell(HttpResponse<Void> answer) {
    return answer.statusCode() != 429 && answer.statusCode() < 500;
  }

  /** Whether the server still answers here; true also when somebody else is finding out. */
  boolean alive() throws InterruptedException {
    if (!probing.compareAndSet(false, true)) {
      return true;
    }
    try {
      probe(PROBE);
      return true;
    } catch (IOException dead) {
      return false;
    } finally {
      probing.set(false);
    }
  }

  private HttpResponse<Void> probe(Duration deadline) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        send(request(PROBED).GET().build(), HttpResponse.BodyHandlers.discarding());
    try {
      return answer.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      answer.cancel(true);
      throw new IOException("no answer within " + deadline.toSeconds() + " s");
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException known
          ? known
          : new IOException(String.valueOf(failed.getCause()));
    }
  }

  /** Nothing new begins here; requests that are on their way may end. */
  void retire() {
    retired = true;
    client.shutdown();
  }

  /** Ends everything. */
  void abandon() {
    retired = true;
    client.shutdownNow();
  }
}

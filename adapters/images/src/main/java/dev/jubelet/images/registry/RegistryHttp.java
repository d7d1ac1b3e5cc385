package dev.jubelet.images.registry;

import dev.jubelet.ports.FailureKind;
import dev.jubelet.ports.OutsideFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLHandshakeException;

/**
 * Single HTTP requests to registries. HTTP/1.1 only: its answers need a buffer of a known size, and
 * layers come over connections of their own anyway.
 */
final class RegistryHttp implements AutoCloseable {
  private static final int REDIRECTS_MAX = 5;

  private static final int PLAIN_MAX = 1000;

  private final RegistryClients clients;
  private final Set<RegistryHost> plain = ConcurrentHashMap.newKeySet();
  private final ProxySelector proxies;
  private final Duration answer;

  /**
   * @param answer how long a host may think before it begins to answer
   */
  RegistryHttp(ProxySelector proxies, Duration answer) {
    this.proxies = proxies;
    this.answer = answer;
    this.clients = new RegistryClients(this::client, RegistryClients.MOST, answer);
  }

  /** Closes what nobody used for a while. */
  void closeIdle() {
    clients.closeIdle(RegistryClients.IDLE);
  }

  /** What is asked of a host. */
  record Ask(URI uri, Map<String, String> headers, String authorization, String form) {
    Ask {
      headers = Map.copyOf(headers);
    }

    static Ask get(URI uri, Map<String, String> headers, String authorization) {
      return new Ask(uri, headers, authorization, "");
    }

    @Override
    public String toString() {
      return "Ask[" + uri + "]";
    }
  }

  /** TLS where it is spoken; on this very machine, and only where it was allowed, else not. */
  RegistryHost spoken(RegistryHost host) {
    return plain.contains(host) ? host.plain() : host;
  }

  /** Sends it to a place of the host's API and follows where it is sent on to. */
  HttpResponse<InputStream> send(RegistryHost host, String path, Asker asker) {
    if (!host.plainToo() || plain.contains(host)) {
      return follow(spoken(host), path, asker);
    }
    try {
      return follow(host, path, asker);
    } catch (OutsideFailure failed) {
      boolean answered =
          failed.getCause() instanceof IOException
              && !(failed.getCause() instanceof ConnectException)
              && !(failed.getCause() instanceof HttpTimeoutException);
      if (!answered) {
        throw failed;
      }
      HttpResponse<InputStream> response = follow(host.plain(), path, asker);
      if (plain.size() >= PLAIN_MAX) {
        // Whoever is asked again is found out again.
        plain.clear();
      }
      plain.add(host);
      return response;
    }
  }

  /** Makes the request once the place is known. */
  interface Asker {
    Ask at(RegistryHost host, URI uri);
  }

  private HttpResponse<InputStream> follow(RegistryHost host, String path, Asker asker) {
    URI start = URI.create(host.base() + path);
    Ask ask = asker.at(host, start);
    HttpResponse<InputStream> response = sendOnce(host, ask, true);
    URI at = start;
    for (int count = 0; isRedirect(response.statusCode()); count++) {
      close(response);
      if (count == REDIRECTS_MAX) {
        throw Documents.wrong(host + " redirects more than " + REDIRECTS_MAX + " times");
      }
      URI to = target(host, at, response.headers().firstValue("Location").orElse(""));
      boolean sameHost = to.getScheme().equals(start.getScheme()) && sameAuthority(to, start);
      // What was meant for one host, its credentials first of all, is not for another.
      response =
          sendOnce(host, Ask.get(to, ask.headers(), sameHost ? ask.authorization() : ""), sameHost);
      at = to;
    }
    return response;
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  static boolean sameAuthority(URI one, URI other) {
    return one.getHost().equalsIgnoreCase(other.getHost()) && port(one) == port(other);
  }

  private static int port(URI uri) {
    return uri.getPort() >= 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80;
  }

  private static URI target(RegistryHost host, URI from, String location) {
    URI to;
    try {
      to = from.resolve(URI.create(location));
    } catch (IllegalArgumentException malformed) {
      throw Documents.wrong(host + " redirects to something that is not an address");
    }
    String scheme = to.getScheme();
    if (location.isEmpty()
        || to.getHost() == null
        || to.getUserInfo() != null
        || !("https".equals(scheme) || "http".equals(scheme))) {
      throw Documents.wrong(host + " redirects to an address that is not a registry's");
    }
    if ("http".equals(scheme) && "https".equals(from.getScheme())) {
      throw Documents.wrong(host + " redirects from TLS to plain HTTP");
    }
    if (isLinkLocal(to.getHost())) {
      throw Documents.wrong(host + " redirects to a link-local address");
    }
    return to;
  }

  /** Clouds tell a machine's own secrets there. */
  private static boolean isLinkLocal(String host) {
    return host.startsWith("169.254.") || host.toLowerCase(Locale.ROOT).startsWith("[fe80");
  }

  HttpResponse<InputStream> sendOnce(RegistryHost host, Ask ask, boolean ownHeaders) {
    HttpRequest.Builder request = HttpRequest.newBuilder(ask.uri()).timeout(answer);
    if (ownHeaders) {
      host.headers()
          .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    }
    ask.headers().forEach(request::setHeader);
    request.setHeader("User-Agent", "jubelet");
    if (!ask.authorization().isEmpty()) {
      request.setHeader("Authorization", ask.authorization());
    }
    if (!ask.form().isEmpty()) {
      request
          .setHeader("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(ask.form()));
    }
    try {
      return clients.use(
          host, client -> client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    } catch (IOException failed) {
      throw failure(host, failed);
    } catch (IllegalArgumentException malformed) {
      throw Documents.wrong(host + " cannot be asked: " + malformed.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new OutsideFailure(FailureKind.TIMED_OUT, "interrupted while asking " + host);
    }
  }

  private HttpClient client(RegistryHost host) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(host.connect().compareTo(answer) < 0 ? host.connect() : answer)
        .proxy(proxies)
        .executor(Executors.newVirtualThreadPerTaskExecutor())
        .sslContext(TlsContext.of(host.tls()))
        .build();
  }

  static OutsideFailure failure(RegistryHost host, IOException failed) {
    if (failed instanceof HttpTimeoutException) {
      return new OutsideFailure(FailureKind.TIMED_OUT, host + " does not answer", failed);
    }
    if (failed instanceof ConnectException) {
      return new OutsideFailure(FailureKind.UNAVAILABLE, host + " cannot be reached", failed);
    }
    if (failed instanceof SSLHandshakeException) {
      return new OutsideFailure(
          FailureKind.UNAVAILABLE, host + ": TLS failed: " + failed.getMessage(), failed);
    }
    return new OutsideFailure(
        FailureKind.UNAVAILABLE, host + ": the connection failed: " + failed.getMessage(), failed);
  }

  static void close(HttpResponse<InputStream> response) {
    try {
      response.body().close();
    } catch (IOException ignored) {
      // It is not wanted any more.
    }
  }

  @Override
  public void close() {
    clients.close();
  }
}

package dev.jubelet.sources;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches a manifest by HTTP. Its messages hold neither header values nor the parts of the URL that
 * can be secret.
 */
final class ManifestUrl implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int REDIRECTS_MAX = 10;
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  private final URI url;
  private final Map<String, List<String>> headers;
  private final Duration deadline;
  private final HttpClient client;

  ManifestUrl(URI url, Map<String, List<String>> headers, Duration deadline) {
    this.url = url;
    this.headers = headers;
    this.deadline = deadline;
    // Redirects are followed by hand: the client would carry the headers to any host.
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  byte[] fetch() throws IOException, InterruptedException {
    URI target = url;
    for (int hop = 0; hop <= REDIRECTS_MAX; hop++) {
      HttpResponse<byte[]> response = get(target);
      if (response.statusCode() == 200) {
        return response.body();
      }
      String location = response.headers().firstValue("location").orElse("");
      if (!REDIRECTS.contains(response.statusCode()) || location.isEmpty()) {
        throw new IOException("the answer was status " + response.statusCode());
      }
      target = next(target, location);
    }
    throw new IOException("more than " + REDIRECTS_MAX + " redirects");
  }

  private static URI next(URI from, String location) throws IOException {
    try {
      URI target = from.resolve(location);
      boolean downgrade = "https".equals(from.getScheme()) && !"https".equals(target.getScheme());
      if (downgrade || target.getHost() == null) {
        throw new IOException("a redirect that is not followed");
      }
      return target;
    } catch (IllegalArgumentException malformed) {
      throw new IOException("a redirect to something that is not a URL", malformed);
    }
  }

  private HttpResponse<byte[]> get(URI target) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(withoutUser(target)).timeout(deadline);
    if (sameServer(target)) {
      headers.forEach((name, values) -> values.forEach(value -> header(request, name, value)));
    }
    // The request's own timeout ends with the headers of the answer, this one with its body.
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(
            request.build(),
            HttpResponse.BodyHandlers.limiting(
                HttpResponse.BodyHandlers.ofByteArray(), ManifestFile.BYTES_MAX));
    try {
      return answer.get(CONNECT.plus(deadline).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      answer.cancel(true);
      throw new IOException("no complete answer in time", late);
    } catch (InterruptedException stopped) {
      answer.cancel(true);
      throw stopped;
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof IOException cause ? cause : new IOException(failed);
    }
  }

  private static void header(HttpRequest.Builder request, String name, String value) {
    try {
      request.header(name, value);
    } catch (IllegalArgumentException refused) {
      // The cause would show the value.
      throw new IllegalArgumentException("the header " + name + " cannot be sent");
    }
  }

  private boolean sameServer(URI target) {
    return url.getScheme().equals(target.getScheme())
        && url.getHost().equals(target.getHost())
        && url.getPort() == target.getPort();
  }

  private static URI withoutUser(URI target) {
    return target.getRawUserInfo() == null
        ? target
        : URI.create(target.toString().replaceFirst("//[^/@]*@", "//"));
  }

  /** The URL as it may be shown. */
  String shown() {
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    return url.getScheme() + "://" + url.getHost() + port + url.getRawPath();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}

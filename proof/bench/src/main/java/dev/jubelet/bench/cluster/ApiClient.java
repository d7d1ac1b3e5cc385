package dev.jubelet.bench.cluster;

import dev.jubelet.acceptance.Document;
import dev.jubelet.acceptance.cluster.ClusterKeys;
import dev.jubelet.bench.run.NotMeasured;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The API server, asked without a kubectl in between, whose own start would be measured. */
final class ApiClient implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final HttpClient client;
  private final String server;

  private ApiClient(HttpClient client, String server) {
    this.client = client;
    this.server = server;
  }

  /** As the administrator. */
  static ApiClient connect(String server, ClusterKeys keys) {
    try {
      char[] password = ClusterKeys.STORE_PASSWORD.toCharArray();
      KeyStore own = KeyStore.getInstance("PKCS12");
      load(own, keys.store("admin"), password);
      KeyManagerFactory identity = KeyManagerFactory.getInstance("PKIX");
      identity.init(own, password);
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      try (InputStream in = Files.newInputStream(keys.authority())) {
        trusted.setCertificateEntry(
            "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
      return new ApiClient(HttpClient.newBuilder().sslContext(context).build(), server);
    } catch (GeneralSecurityException | IOException e) {
      throw new NotMeasured("no way to the API server: " + e);
    }
  }

  private static void load(KeyStore store, Path file, char[] password)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
  }

  Document get(String path) {
    return Document.parse(answer(request(path).GET().build(), path));
  }

  void create(String path, String body) {
    answer(request(path).POST(BodyPublishers.ofString(body)).build(), path);
  }

  void delete(String path) {
    answer(request(path).DELETE().build(), path);
  }

  /** The lines of a watch as they come; without an end of its own. */
  Stream<String> watch(String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server + path)).GET().build();
    return send(request, BodyHandlers.ofLines(), path).body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path))
        .header("Content-Type", "application/json")
        .timeout(LONGEST);
  }

  private String answer(HttpRequest request, String path) {
    HttpResponse<String> response = send(request, BodyHandlers.ofString(), path);
    if (response.statusCode() >= 300) {
      throw new NotMeasured(
          "%s %s: %d %s".formatted(request.method(), path, response.statusCode(), response.body()));
    }
    return response.body();
  }

  private <T> HttpResponse<T> send(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, String path) {
    try {
      return client.send(request, handler);
    } catch (IOException e) {
      throw new NotMeasured(request.method() + " " + path + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotMeasured("interrupted");
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}

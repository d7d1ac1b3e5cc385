package dev.jubelet.acceptance.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Stands in for an API server that is not well. */
final class FaultyAnswers {
  private static final int HEAD_MAX = 64 << 10;
  private static final char[] PASSWORD = ClusterKeys.STORE_PASSWORD.toCharArray();

  private final SSLContext trusted;
  private final SSLContext unknown;

  private FaultyAnswers(SSLContext trusted, SSLContext unknown) {
    this.trusted = trusted;
    this.unknown = unknown;
  }

  static FaultyAnswers of(Path trustedStore, Path unknownStore) throws IOException {
    try {
      return new FaultyAnswers(context(trustedStore), context(unknownStore));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /**
   * Answers every request alike, until the client goes away.
   *
   * @param asked is run for each request
   */
  void answer(Socket client, ProxyFault fault, Runnable asked) throws IOException {
    SSLContext context = fault == ProxyFault.TLS_ERROR ? unknown : trusted;
    try (SSLSocket tls =
        (SSLSocket) context.getSocketFactory().createSocket(client, null, client.getPort(), true)) {
      tls.setUseClientMode(false);
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      InputStream in = new BufferedInputStream(tls.getInputStream());
      OutputStream out = tls.getOutputStream();
      while (skipRequest(in)) {
        asked.run();
        out.write(response(fault).getBytes(UTF_8));
        out.flush();
      }
    }
  }

  private static String response(ProxyFault fault) {
    boolean busy = fault == ProxyFault.TOO_MANY;
    int code = busy ? 429 : 500;
    String body =
        """
        {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"%s","code":%d,\
        "message":"a fault on purpose"}\
        """
            .formatted(busy ? "TooManyRequests" : "InternalError", code);
    return "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n%s"
        .formatted(
            code,
            busy ? "Too Many Requests" : "Internal Server Error",
            body.getBytes(UTF_8).length,
            busy ? "Retry-After: 1\r\n" : "",
            body);
  }

  /** Reads a request with its body; false at the end. */
  private static boolean skipRequest(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      int next = in.read();
      if (next < 0 || head.size() > HEAD_MAX) {
        return false;
      }
      head.write(next);
    }
    for (String line : head.toString(ISO_8859_1).toLowerCase(Locale.ROOT).split("\r\n", -1)) {
      if (line.startsWith("content-length:")) {
        in.skipNBytes(Long.parseLong(line.substring(line.indexOf(':') + 1).strip()));
      }
    }
    return true;
  }

  private static SSLContext context(Path store) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(keys, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }
}

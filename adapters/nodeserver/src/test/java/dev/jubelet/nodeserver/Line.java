package dev.jubelet.nodeserver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Locale;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A connection that is kept for many requests, and made again when the server ends it. */
final class Line implements AutoCloseable {
  private final SecureBench bench;
  private final TestAuthority.@Nullable Issued certificate;
  private @Nullable SSLSocket socket;

  Line(SecureBench bench, TestAuthority.@Nullable Issued certificate) {
    this.bench = bench;
    this.certificate = certificate;
  }

  int ask(@Nullable String token, String method, String path)
      throws IOException, GeneralSecurityException {
    SSLSocket open = socket;
    if (open == null) {
      open = bench.connect(certificate);
      socket = open;
    }
    String request =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: x\r\n"
            + (token == null ? "" : "Authorization: Bearer " + token + "\r\n")
            + "\r\n";
    open.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
    open.getOutputStream().flush();
    String head = head(open.getInputStream(), "\r\n\r\n");
    int length = length(head);
    if (!method.equals("HEAD") && length > 0) {
      open.getInputStream().readNBytes(length);
    } else if (head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked")) {
      String _ = head(open.getInputStream(), "\r\n0\r\n\r\n");
    }
    if (head.toLowerCase(Locale.ROOT).contains("connection: close")) {
      open.close();
      socket = null;
    }
    return Integer.parseInt(head.split(" ", 3)[1]);
  }

  private static String head(InputStream in, String end) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf(end, Math.max(0, head.length() - end.length())) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the server ended the connection after: " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static int length(String head) {
    for (String line : head.split("\r\n", -1)) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        return Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
      }
    }
    return 0;
  }

  @Override
  public void close() throws IOException {
    SSLSocket open = socket;
    if (open != null) {
      open.close();
    }
  }
}

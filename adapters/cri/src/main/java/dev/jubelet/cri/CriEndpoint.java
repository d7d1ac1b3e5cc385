package dev.jubelet.cri;

import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;

/** Where a runtime listens: {@code unix:///run/x.sock}, {@code unix:/run/x.sock} or a bare path. */
record CriEndpoint(String path) {
  // sockaddr_un of Linux has 108 bytes, the last one a zero.
  private static final int PATH_BYTES_MAX = 107;
  private static final String SCHEME = "unix:";

  static CriEndpoint parse(String text) {
    String path = text;
    if (text.startsWith(SCHEME)) {
      path = text.substring(SCHEME.length());
      if (path.startsWith("//")) {
        path = path.substring(2);
      }
    } else if (text.contains("://")) {
      throw bad(text, "only unix sockets are supported");
    }
    if (!path.startsWith("/") || path.endsWith("/")) {
      throw bad(text, "an absolute path of a socket is needed");
    }
    if (path.getBytes(StandardCharsets.UTF_8).length > PATH_BYTES_MAX) {
      throw bad(text, "the path is longer than " + PATH_BYTES_MAX + " bytes");
    }
    return new CriEndpoint(path);
  }

  private static IllegalArgumentException bad(String text, String why) {
    return new IllegalArgumentException(
        "container runtime endpoint \"%s\": %s, such as unix:///run/containerd/containerd.sock"
            .formatted(text, why));
  }

  UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(path);
  }

  @Override
  public String toString() {
    return SCHEME + "//" + path;
  }
}

package dev.jubelet.streaming.proxy;

import java.net.URI;

/** Where a runtime serves one stream. Such an address can be used once. */
record RuntimeAddress(boolean tls, String host, int port, String pathAndQuery) {
  static RuntimeAddress of(URI uri) {
    String scheme = uri.getScheme() == null ? "http" : uri.getScheme();
    boolean tls = scheme.equalsIgnoreCase("https");
    if ((!tls && !scheme.equalsIgnoreCase("http")) || uri.getHost() == null) {
      throw new IllegalArgumentException("the runtime's address is neither http nor https");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String host = uri.getHost();
    boolean literal = host.startsWith("[") && host.endsWith("]");
    return new RuntimeAddress(
        tls, literal ? host.substring(1, host.length() - 1) : host, port, path + query);
  }

  String authority() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
